/** Finds the topics of a message by words in many languages. */
import words from "./words.json" with { type: "json" };

export type Topic = "buying" | "budget" | "timeline" | "selling" | "applying";

/**
 * Written without accents; `*` matches any ending. Words in scripts other than Latin, Greek and Cyrillic match
 * anywhere in the text, since most of these scripts put no spaces between words.
 */
const WORDS: Readonly<Record<Topic, readonly string[]>> = words;

const TOPICS = Object.entries(WORDS).map(([topic, list]) => ({
  topic: topic as Topic,
  pattern: patternOf(list),
}));

/** An amount of money: digits next to a currency sign or code. */
const MONEY = /[$€£¥₹]\s?\d|\d[\d.,\s]{0,15}(?:k\s)?(?:[$€£¥₹]|(?:usd|eur|euros?|gbp|chf|pln)\b)/;

/** The topics of a text, each with the first word or phrase that matched. */
export function topicsOf(text: string): ReadonlyMap<Topic, string> {
  const plain = plainText(text);
  const found = new Map<Topic, string>();
  for (const { topic, pattern } of TOPICS) {
    const [word] = pattern.exec(plain) ?? [];
    if (word !== undefined) found.set(topic, word.trim());
  }
  const [money] = MONEY.exec(plain) ?? [];
  if (money !== undefined && !found.has("budget")) found.set("budget", money.trim());
  return found;
}

/** Lower case without accents; whitespace, hyphens and apostrophes become single spaces. */
function plainText(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .normalize("NFC")
    .replaceAll(/[\s'’_-]+/g, " ");
}

function patternOf(entries: readonly string[]): RegExp {
  const spaced = entries.filter((word) =>
    /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic} *]+$/u.test(word),
  );
  const others = entries
    .filter((word) => !spaced.includes(word))
    .map((word) => word.replace("*", ""));
  const alternatives = spaced.map((word) => word.replace("*", "\\p{L}{0,20}")).join("|");
  const anywhere = others.length === 0 ? "" : `|${others.map((word) => plainText(word)).join("|")}`;
  return new RegExp(`(?<!\\p{L})(?:${alternatives})(?!\\p{L})${anywhere}`, "u");
}
