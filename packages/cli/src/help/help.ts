/** The help: examples first, the flags of all commands in one place, and pages about more than a command. */
import { CommandHelp, Help } from "@oclif/core/help";
import { EXIT } from "../errors/failure.ts";

type Sections = ReturnType<CommandHelp["sections"]>;
type Flags = Parameters<CommandHelp["groupFlags"]>[0];

const GLOBAL_FLAGS = "GLOBAL";
const ORDER = ["EXAMPLES", "USAGE", "ARGUMENTS", "FLAGS", "GLOBAL FLAGS", "DESCRIPTION"];

class IntrayCommandHelp extends CommandHelp {
  protected override sections(): Sections {
    const sections: Sections = super
      .sections()
      .map((section) =>
        section.header === "FLAGS"
          ? { ...section, generate: ({ flags }, header) => this.#ownFlags(flags, header) }
          : section,
      );
    sections.push({
      header: "GLOBAL FLAGS",
      generate: ({ flags }) => this.#globalFlagNames(flags),
    });
    return ORDER.flatMap((header) => sections.filter((section) => section.header === header));
  }

  protected override examples(
    examples: Parameters<CommandHelp["examples"]>[0],
  ): string | undefined {
    return super.examples(examples)?.replaceAll("\n\n", "\n");
  }

  /** With spaces between possible values, where lines can break. */
  protected override flags(flags: Flags): ReturnType<CommandHelp["flags"]> {
    return super
      .flags(flags)
      ?.map(([left, right]) => [
        left,
        right?.replaceAll(/<options: [^>]+>/g, (options) => options.replaceAll("|", " | ")),
      ]);
  }

  #ownFlags(flags: Flags, header: string) {
    const body = this.flags(this.groupFlags(flags).mainFlags);
    return body && [{ header, body }];
  }

  /** Without the summary, which stands above everything else. */
  protected override description(): string | undefined {
    const { description } = this.command;
    // a single line break in the source is no end of a line
    return description === undefined
      ? undefined
      : this.wrap(description.replaceAll(/(?<!\n)\n(?!\n)/g, " "));
  }

  /** The arguments and the required flags; FLAGS lists the others. */
  protected override defaultUsage(): string {
    const { id, args, flags } = this.command;
    const shownArgs = Object.values(args ?? {}).filter(({ hidden }) => hidden !== true);
    const required = Object.values(flags).filter((flag) => flag.required === true);
    return [
      id,
      ...shownArgs.map((arg) => this.arg(arg) + (arg.multiple === true ? "..." : "")),
      ...required.map(
        (flag) => `--${flag.name} ${"helpValue" in flag ? String(flag.helpValue) : "VALUE"}`,
      ),
      "[FLAGS]",
    ].join(" ");
  }

  globalFlags(): string {
    const { flags } = this.command;
    const named = Object.entries(flags).map(([name, flag]) => Object.assign(flag, { name }));
    const { flagGroups } = this.groupFlags(named);
    // a flag with a letter first: the section trims the beginning, and with it the indentation
    const sorted = (flagGroups[GLOBAL_FLAGS] ?? []).toSorted(
      (a, b) => Number(b.char !== undefined) - Number(a.char !== undefined),
    );
    return this.section("GLOBAL FLAGS", this.flags(sorted) ?? []);
  }

  #globalFlagNames(flags: Flags): string | undefined {
    const { flagGroups } = this.groupFlags(flags);
    const names = (flagGroups[GLOBAL_FLAGS] ?? []).map(({ name, char }) =>
      char === undefined ? `--${name}` : `-${char}, --${name}`,
    );
    if (names.length === 0) return undefined;
    return this.wrap(`${names.join(" ")}\n${this.config.bin} --help describes them.`);
  }
}

/** Named in package.json; oclif loads it. */
export class IntrayHelp extends Help {
  protected override CommandHelpClass = IntrayCommandHelp;

  constructor(...args: ConstructorParameters<typeof Help>) {
    super(...args);
    // in narrow lists oclif indents by two columns more than it wraps for
    this.opts.maxWidth -= 2;
  }

  override async showHelp(argv: string[]): Promise<void> {
    const [page] = argv.filter((word) => !word.startsWith("-") && word !== "help");
    const text = page === undefined ? undefined : helpPage(page);
    if (text === undefined) return super.showHelp(argv);
    this.log(
      text
        .split("\n")
        .map((line) => this.#wrapLine(line))
        .join("\n"),
    );
  }

  protected override async showRootHelp(): Promise<void> {
    const { bin, pjson } = this.config;
    const topics = this.sortedTopics.filter(({ name }) => !name.includes(":"));
    const commands = this.sortedCommands.filter(({ id }) => id !== "" && !id.includes(":"));
    const [first] = this.config.commands.filter(({ flags }) => "base-url" in flags);
    const pages = HELP_PAGES.map(({ name, summary }): [string, string] => [
      `${bin} help ${name}`,
      summary,
    ]);
    this.log(
      [
        this.wrap(pjson.description ?? "", 0),
        this.section("EXAMPLES", ROOT_EXAMPLES.map((words) => `$ ${bin} ${words}`).join("\n")),
        this.section("USAGE", `$ ${bin} COMMAND [ARGUMENTS] [FLAGS]`),
        this.formatTopics(topics),
        this.formatCommands(commands),
        ...(first === undefined
          ? []
          : [new IntrayCommandHelp(first, this.config, this.opts).globalFlags()]),
        this.section("MORE HELP", [
          [`${bin} COMMAND --help`, "Examples and flags of a command."],
          ...pages,
        ]),
      ].join("\n\n"),
    );
    return Promise.resolve();
  }

  /** Wraps a line of a page, below its second column if it has two. */
  #wrapLine(line: string): string {
    const indent = /^\s*(?:\S+(?: \S+)*\s{2,})?/.exec(line)?.[0].length ?? 0;
    const [first = "", ...rest] = this.wrap(line.slice(indent), indent).split("\n");
    return [
      line.slice(0, indent) + first,
      ...rest.map((part) => " ".repeat(indent) + part.trimStart()),
    ].join("\n");
  }
}

const ROOT_EXAMPLES = [
  "auth login --base-url https://forms.example.org",
  "submissions list --filter new",
  "submissions export -o submissions.csv",
  "queue run -- ./handle",
];

const EXIT_MEANING: Readonly<Record<keyof typeof EXIT, string>> = {
  done: "done, or nothing to do",
  unexpected: "unexpected error; for webhooks verify: the signature is invalid",
  usage: "usage error",
  notFound: "not found",
  denied: "the API key is missing, invalid or out of scope",
  rejected: "the server rejected the request",
  partial: "some items failed; the others are done",
  corrupt: "corrupt data or ledger",
  inputMissing: "an input is missing",
  outputFailed: "output cannot be written",
  tryLater: "try again later: network error, 5xx, 429, or a lock held by another process",
  badConfiguration:
    "invalid configuration, an old Node.js, or the address is not that of an Intray server",
  interrupted: "interrupted by Ctrl-C",
  terminated: "terminated by a signal",
};

const VARIABLES: readonly (readonly [name: string, meaning: string])[] = [
  ["INTRAY_BASE_URL", "Address of the server."],
  ["INTRAY_API_KEY", "API key."],
  ["INTRAY_API_KEY_FILE", "File with the API key, instead of INTRAY_API_KEY."],
  ["INTRAY_PROFILE", "Profile to use."],
  ["INTRAY_FORM_ID", "Form for commands with --form."],
  ["INTRAY_WEBHOOK_SECRET", "Signing secret for webhooks verify, sign and listen."],
  ["INTRAY_WEBHOOK_SECRET_FILE", "File with that secret, instead of INTRAY_WEBHOOK_SECRET."],
  ["HTTP_PROXY, HTTPS_PROXY", "Proxies for http and https servers; not used for localhost."],
  ["NO_PROXY", "Names that are reached without a proxy, separated by commas."],
  ["NODE_EXTRA_CA_CERTS", "PEM file with certificate authorities to trust too."],
  [
    "XDG_CONFIG_HOME",
    "Folder of intray/config.json and intray/credentials.json. Default: ~/.config.",
  ],
  [
    "XDG_STATE_HOME",
    "Folder of the ledgers of queues and the secrets of listen. Default: ~/.local/state.",
  ],
  ["BROWSER", "Program that opens pages."],
  ["NO_COLOR", "Disables colors if it is set."],
];

const OUTPUT = `Data goes to standard output, everything else to standard error.

table   The default on a terminal: the columns that matter, in its width, with times relative to now. --wide shows all columns and truncates nothing; --columns chooses some, in every format.
tsv     The default in a pipe: one record per line, cells separated by tabs. Tabs, line breaks, backslashes and control characters are escaped as \\t, \\n, \\\\ and \\u001b. --headers starts with the names of the columns.
json    One document; for lists the API's envelope with all rows. --json does the same, and prints errors as {"error":{"code","message","status","request_id","hint"}}.
ndjson  One document per line, as records arrive.

--jq EXPR filters what --json prints, and prints texts without quotes.

Lists stop after 100 records and say so; --limit N and --all change that. --quiet prints only warnings and errors on standard error, and --verbose each request.`;

type HelpPage = { readonly name: string; readonly summary: string; text(): string };

/** Pages of `intray help` about more than one command. */
export const HELP_PAGES: readonly HelpPage[] = [
  {
    name: "exit-codes",
    summary: "What each exit code means.",
    text: () => twoColumns(exitCodes()),
  },
  {
    name: "environment",
    summary: "Environment variables.",
    text: () =>
      `${twoColumns(VARIABLES)}\n\nA flag takes precedence over the environment, that over .intray.json, and that over the profile. An empty variable counts as not set.`,
  },
  { name: "output", summary: "Formats, columns and errors.", text: () => OUTPUT },
];

/** The text of a page, lines not wrapped; `undefined` for another name. */
export const helpPage = (name: string): string | undefined =>
  HELP_PAGES.find((page) => page.name === name)?.text();

function exitCodes(): readonly (readonly [string, string])[] {
  const names = Object.keys(EXIT) as (keyof typeof EXIT)[];
  return names.map((name) => [String(EXIT[name]), EXIT_MEANING[name]]);
}

function twoColumns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`).join("\n");
}
