/** Short and familiar names of commands, replaced before oclif looks for the command. */

const FIRST_WORDS: Readonly<Record<string, readonly string[]>> = {
  listen: ["webhooks", "listen"],
  login: ["auth", "login"],
  logout: ["auth", "logout"],
  subs: ["submissions"],
};

/** By topic, for a command with another name than in the other topics. */
const SECOND_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  keys: { rm: "revoke" },
  queue: { view: "show" },
  config: { rm: "unset" },
};
const VERBS: Readonly<Record<string, string>> = { ls: "list", view: "get", rm: "delete" };

/** The words with aliases replaced: `subs ls` is `submissions list`. */
export function expandAliases(argv: readonly string[]): string[] {
  const [first = "", ...rest] = argv;
  if (first === "help") return [first, ...expandAliases(rest)];
  const [topic = "", second, ...others] = [
    ...(Object.hasOwn(FIRST_WORDS, first) ? (FIRST_WORDS[first] ?? []) : [first]),
    ...rest,
  ];
  if (second === undefined) return argv.length === 0 ? [] : [topic];
  return [topic, TOPICS_WITHOUT_VERBS.has(topic) ? second : verb(topic, second), ...others];
}

/** Commands whose next word is an argument. */
const TOPICS_WITHOUT_VERBS: ReadonlySet<string> = new Set([
  "api",
  "completion",
  "complete",
  "serve",
]);

function verb(topic: string, word: string): string {
  const verbs = { ...VERBS, ...(Object.hasOwn(SECOND_WORDS, topic) ? SECOND_WORDS[topic] : {}) };
  return Object.hasOwn(verbs, word) ? (verbs[word] ?? word) : word;
}

/** The name of a command whose alias was typed without a topic, such as `list` for `ls`. */
export const verbOf = (word: string): string => verb("", word);
