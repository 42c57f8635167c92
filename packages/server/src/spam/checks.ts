/** The spam checks of a form that need no other service, in the order in which they run: cheapest first. */
import type { FormSettings, SpamChecks } from "../domain/form.ts";
import type { ExternalSwitch } from "./external-checks.ts";
import { classifiedText } from "../domain/spam/features.ts";
import { classifierCheck } from "./classifier-check.ts";
import { findingOf, type SpamCheck } from "./verdict.ts";
import { isDisposableDomain } from "../domain/disposable-domain.ts";
import { textsOf } from "./text.ts";

export type CheckSettings = Pick<
  FormSettings,
  "blocked_domains" | "content_blacklist" | "spam_checks"
>;

/** The switches of {@link SpamChecks} whose checks run in this process. */
type LocalSwitch = Exclude<keyof SpamChecks, ExternalSwitch>;

/** Compiled lists are cached for as long as the settings are the same object. */
const compiled = new WeakMap<CheckSettings, readonly SpamCheck[]>();

export function checksOf(settings: CheckSettings): readonly SpamCheck[] {
  const known = compiled.get(settings);
  if (known !== undefined) return known;
  const checks = compile(settings);
  compiled.set(settings, checks);
  return checks;
}

function compile({ blocked_domains, content_blacklist, spam_checks }: CheckSettings): SpamCheck[] {
  const isOn: Readonly<Record<string, boolean>> = {
    ...spam_checks,
    blocked_domains: blocked_domains.length > 0,
    content_blacklist: content_blacklist.length > 0,
  };
  // A new switch in SpamChecks does not compile until it has an entry here or in external-checks.ts.
  const checks = {
    honeypot: [honeypot],
    rate: [rate],
    too_fast: [tooFast],
    disposable: [disposableAddress],
    blocked_domains: [blockedDomains(blocked_domains)],
    content_blacklist: [blockedWords(content_blacklist)],
    links: [linkDensity],
    content: [scrambled, disguised],
    sender: [scatteredAddress],
    script: [foreignScript],
    repeated_name: [repeatedName],
    repeated_text: [repeatedText],
    classifier: [classifierCheck],
  } satisfies Record<LocalSwitch | "blocked_domains" | "content_blacklist", readonly SpamCheck[]>;
  return Object.entries(checks).flatMap(([name, list]) => (isOn[name] === true ? list : []));
}

/** Finds posts that filled in the honeypot field, which people cannot see. */
export const honeypot: SpamCheck = ({ honeypot: value }) =>
  value === null || value === ""
    ? undefined
    : findingOf("honeypot", 1, "The hidden honeypot field was filled in, which only a bot does.");

/** Finds posts above the rate limit of an IP address (`INTRAY_RATE_LIMIT`). Intake keeps no files of them. */
export const rate: SpamCheck = ({ isOverRate, files }) =>
  isOverRate
    ? {
        check: "rate",
        weight: 1,
        sentence: `The same IP address posted to this form more often than the rate limit allows.${files === 0 ? "" : ` Its files were not kept: ${files}.`}`,
      }
    : undefined;

/** Low weight: people who want to avoid newsletters use such addresses too. */
export const disposableAddress: SpamCheck = ({ email }) => {
  if (email === null) return undefined;
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (!isDisposableDomain(domain)) return undefined;
  return findingOf("disposable", 0.4, `${domain} is a service for disposable e-mail addresses.`);
};

const MIN_MS = 2_000;
const DAY_MS = 86_400_000;

/**
 * Finds forms that were sent faster than a person can fill them in. The page reports in the field `_started`
 * when it was opened: as milliseconds since the epoch, or, for values below a day, as the elapsed
 * milliseconds, which does not depend on the browser's clock. A missing or invalid value is ignored. The value can
 * be forged, so it never counts in favor of a post.
 */
export const tooFast: SpamCheck = ({ started, now }) => {
  if (started === null || !/^\d{1,15}$/.test(started)) return undefined;
  const value = Number(started);
  const elapsedMs = value < DAY_MS ? value : now - value;
  // A negative value means that the browser's clock is ahead.
  if (elapsedMs < 0 || elapsedMs >= MIN_MS) return undefined;
  return findingOf(
    "too_fast",
    0.6,
    `The form was sent ${(elapsedMs / 1_000).toFixed(1)} seconds after its page was opened, faster than people type.`,
  );
};

/** Greek and Cyrillic. Most texts have no such letter, which this cheap test finds out. */
const GREEK_OR_CYRILLIC = /[\u0370-\u03ff\u0400-\u04ff]/;
const MIXED =
  /[A-Za-z][\u0370-\u03ff\u0400-\u04ff]+[A-Za-z]|[\u0370-\u03ff\u0400-\u04ff][A-Za-z]+[\u0370-\u03ff\u0400-\u04ff]/g;
/** A single mixed word may be a typing mistake or a formula. */
const MIN_MIXED_WORDS = 2;

/** Finds words that mix look-alike letters of two alphabets, which hides them from word lists. */
export const disguised: SpamCheck = ({ fields }) => {
  let found = 0;
  for (const [, text] of textsOf(fields)) {
    if (GREEK_OR_CYRILLIC.test(text)) found += text.match(MIXED)?.length ?? 0;
  }
  return found >= MIN_MIXED_WORDS
    ? findingOf(
        "disguised",
        0.8,
        "Its words mix look-alike letters of different alphabets, which hides them from word lists.",
      )
    : undefined;
};

const WORD = /[A-Za-z]{8,32}/g;
const MIN_WORDS = 2;
/** A longer text is language; random letters come as one or a few words. */
const MAX_CHARACTERS = 120;
const CAPITALS_INSIDE = /[a-z][A-Z]/g;
const NO_VOWELS = /[bcdfghjklmnpqrstvwxz]{6}/i;

/** Finds posts that consist of random letters, which bots send to test a form. */
export const scrambled: SpamCheck = ({ fields }) => {
  let scrambledWords = 0;
  for (const [, text] of textsOf(fields)) {
    // Short values, such as dates, and e-mail addresses are neither evidence for nor against.
    if (text.length < 8 || text.includes("@")) continue;
    if (text.length > MAX_CHARACTERS) return undefined;
    const words = text.trim().split(/\s+/);
    const count = words.filter(isScrambled).length;
    if (count === 0 && words.length > 1) return undefined;
    scrambledWords += count;
  }
  return scrambledWords >= MIN_WORDS
    ? findingOf("scrambled", 1, "Its words are random letters, which bots send to test a form.")
    : undefined;
};

function isScrambled(word: string): boolean {
  if (word.match(WORD)?.[0] !== word) return false;
  return (word.match(CAPITALS_INSIDE)?.length ?? 0) >= 3 || NO_VOWELS.test(word);
}

const MARKUP = /<a\s|\[(?:url|link)[=\]]/i;
const NAME_FIELD = /^(?:(?:first|last|full|your)?[ _-]?name|nom|nombre|vorname|nachname|имя)$/i;
/** A message with this many links counts as a list of links. */
const MANY_LINKS = 4;
/** The share of a message's characters that may belong to links. */
const MAX_LINK_SHARE = 0.5;
/** Shorter values are not messages: a field for a web site may hold a link alone. */
const MIN_MESSAGE_CHARACTERS = 40;

/** Links to the form's own pages count only as markup, which no visitor writes. */
export const linkDensity: SpamCheck = ({ fields, ownHosts }) => {
  let links = 0;
  let densest = 0;
  for (const [name, text] of textsOf(fields)) {
    if (!mayHaveLinks(text)) continue;
    if (MARKUP.test(text)) return MARKUP_FINDING;
    const found = linksIn(text).filter(
      ({ host }) => host === "" || !parents(asAscii(host)).some((one) => ownHosts.includes(one)),
    );
    if (found.length === 0) continue;
    if (NAME_FIELD.test(name)) return NAME_FINDING;
    links += found.length;
    const linked = found.reduce((sum, { length }) => sum + length, 0);
    const isMessage = text.length >= MIN_MESSAGE_CHARACTERS && linked < text.trim().length;
    if (isMessage) densest = Math.max(densest, linked / text.length);
  }
  if (links >= MANY_LINKS) {
    return finding(0.6, `The message contains ${links} links.`);
  }
  return densest > MAX_LINK_SHARE
    ? finding(0.5, "More than half of the message is a link.")
    : undefined;
};

const finding = (weight: number, sentence: string) => findingOf("links", weight, sentence);
const MARKUP_FINDING = finding(
  1,
  "The message contains links in HTML or BBCode, which only programs write into a form.",
);
const NAME_FINDING = finding(1, "The name contains a link.");

/** Longer values are messages, not names. */
const MAX_NAME_CHARACTERS = 60;

/**
 * Finds addresses like `e.ba.p.o.w.05@gmail.com`, one of many by dots that the mail service ignores. This and the
 * checks below guess by what stands beside the text: all of them together weigh less than 1. An address that is merely
 * unlike the name is no sign, since people write from a company's, a partner's or a nickname's.
 */
export const scatteredAddress: SpamCheck = ({ fields, email }) => {
  const parts = (email ?? "").slice(0, email?.lastIndexOf("@")).toLowerCase().split(".");
  const letters = parts.join("");
  if (parts.length < 5 || letters.length > 2 * parts.length) return undefined;
  for (const [, text] of textsOf(fields)) {
    if (text.length > MAX_NAME_CHARACTERS || text.includes("@")) continue;
    const plain = text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
    const words = plain.match(/\p{L}{3,}/gu) ?? [];
    if (words.some((word) => letters.includes(word))) return undefined;
  }
  return findingOf("sender", 0.15, "The e-mail address is scattered letters, unlike the name.");
};

/** Letters of the blocks behind Greek, without those of Latin letters with marks, punctuation and symbols. */
const NOT_FOREIGN = /[^\u0370-\u1dff\u3040-\ud7ff]+/g;
const MIN_FOREIGN_LETTERS = 20;
const isLatin = (language: string) => new Intl.Locale(language).maximize().script === "Latn";

/** Finds messages in another script than their page's, from browsers that ask only for languages in Latin script. */
export const foreignScript: SpamCheck = ({ fields, pageLanguage, acceptLanguage }) => {
  if (pageLanguage === null || acceptLanguage === undefined) return undefined;
  const text = classifiedText(fields);
  const foreign = text.replaceAll(NOT_FOREIGN, "").length;
  if (foreign < MIN_FOREIGN_LETTERS || foreign < text.length / 2) return undefined;
  const asked = acceptLanguage.slice(0, 500).matchAll(/(?:^|,)\s*([a-z]{2,3})\b/gi);
  const languages = [...asked].map(([, language = "en"]) => language);
  return [pageLanguage, ...languages].every(isLatin)
    ? findingOf("script", 0.1, "It is in another script than its page and the browser's languages.")
    : undefined;
};

/** Fields in which people honestly repeat their name: companies and signatures. */
const MAY_BE_NAME = /name|nom|имя|compan|firm|organi|empresa|entrepr|soci|azien|sign|unter/i;

/** Finds a name that another field has too: programs fill in all fields alike. */
export const repeatedName: SpamCheck = ({ fields }) => {
  const name = fields.find(([field]) => NAME_FIELD.test(field))?.[1];
  // In newsletters, some people write their address into both fields.
  if (typeof name !== "string" || name.length < 3 || name.includes("@")) return undefined;
  return fields.some(([field, value]) => value === name && !MAY_BE_NAME.test(field))
    ? findingOf("repeated_name", 0.2, "Another field has the same value as the name.")
    : undefined;
};

export const repeatedText: SpamCheck = ({ isRepeatedText }) =>
  isRepeatedText
    ? findingOf("repeated_text", 0.3, "Several other forms got the same message within a day.")
    : undefined;

// Bounded on both sides, so that a megabyte of "@" is matched in linear time.
const MAIL_HOST = /(?<=[^\s@]@)[\p{L}\p{N}.-]{3,253}/giu;

/** A domain also blocks its subdomains. */
export function blockedDomains(list: readonly string[]): SpamCheck {
  const blocked = new Set(list.map((domain) => domain.toLowerCase()));
  return ({ fields }) => {
    for (const [, text] of textsOf(fields)) {
      for (const host of hostsIn(text)) {
        const domain = parents(host).find((one) => blocked.has(one));
        if (domain === undefined) continue;
        return findingOf(
          "blocked_domains",
          1,
          `The post contains ${domain}, a domain that this form blocks.`,
        );
      }
    }
    return undefined;
  };
}

const MAX_MAIL_HOSTS = 100;

function hostsIn(text: string): readonly string[] {
  const mailHosts = text.includes("@") ? (text.match(MAIL_HOST) ?? []) : [];
  return [
    ...linksIn(text).map(({ host }) => host),
    ...mailHosts.slice(0, MAX_MAIL_HOSTS).map((host) => host.toLowerCase().replace(/[.-]+$/, "")),
  ].map(asAscii);
}

/** `bücher.example` as punycode, which is how the API stores blocked domains. */
const asAscii = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;

const MAX_LABELS = 12;

/** `a.b.c`, `b.c`, `c`. */
function parents(host: string): readonly string[] {
  const labels = host.split(".").slice(-MAX_LABELS);
  return labels.map((_, n) => labels.slice(n).join("."));
}

/** A trie node. A post is matched once from the start of each word, so a long list costs no extra time. */
interface TrieNode {
  readonly next: Map<string, TrieNode>;
  /** The entry of the list that ends at this node. */
  entry?: string;
}

const LETTER = /[\p{L}\p{N}]/u;
/** Scripts that put no space between words: an entry matches anywhere in such text. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** The API accepts entries of 200 characters, and the skeleton at most doubles the length. */
const MAX_ENTRY_CHARACTERS = 400;

/** Matches whole words in any letter case: `cialis` does not match "specialist". */
export function blockedWords(list: readonly string[]): SpamCheck {
  const root: TrieNode = { next: new Map() };
  for (const entry of list) insert(root, entry);
  return ({ fields }) => {
    for (const [, text] of textsOf(fields)) {
      const entry = find(root, normalize(text));
      if (entry === undefined) continue;
      return findingOf("blocked_words", 1, `The post contains “${entry}”, which this form blocks.`);
    }
    return undefined;
  };
}

const normalize = (text: string) => skeletonOf(text).replaceAll(/\s+/g, " ");

function insert(root: TrieNode, entry: string): void {
  let node = root;
  const text = normalize(entry).trim();
  if (text === "") return;
  for (let n = 0; n < text.length; n += 1) {
    const letter = text.charAt(n);
    const next = node.next.get(letter) ?? { next: new Map<string, TrieNode>() };
    node.next.set(letter, next);
    node = next;
  }
  node.entry ??= entry.trim();
}

function find(root: TrieNode, text: string): string | undefined {
  for (let start = 0; start < text.length; start += 1) {
    const first = root.next.get(text.charAt(start));
    if (first === undefined || !isEdge(text, start)) continue;
    let node: TrieNode | undefined = first;
    for (let end = start + 1; node !== undefined; end += 1) {
      if (node.entry !== undefined && isEdge(text, end)) return node.entry;
      if (end >= text.length || end - start > MAX_ENTRY_CHARACTERS) break;
      node = node.next.get(text.charAt(end));
    }
  }
  return undefined;
}

/** Whether a word can begin or end at this index. */
function isEdge(text: string, at: number): boolean {
  if (at === 0 || at >= text.length) return true;
  const before = text.charAt(at - 1);
  const after = text.charAt(at);
  if (!LETTER.test(before) || !LETTER.test(after)) return true;
  return UNSPACED.test(before) || UNSPACED.test(after);
}

/** Cyrillic and Greek small letters, each with the Latin letter that it looks like (from Unicode TS 39). */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: "a", в: "b", с: "c", ԁ: "d", е: "e", һ: "h", і: "i", ј: "j", к: "k", ӏ: "l", м: "m", н: "h",
    о: "o", р: "p", ԛ: "q", ѕ: "s", т: "t", у: "y", ѵ: "v", ԝ: "w", х: "x",
    α: "a", β: "b", ε: "e", η: "n", ι: "i", κ: "k", ν: "v", ο: "o", ρ: "p", τ: "t", υ: "u", χ: "x",
    ı: "i", ɑ: "a", ɡ: "g",
  }),
); // prettier-ignore

// eslint-disable-next-line no-control-regex -- the range is ASCII
const ASCII = /^[\x00-\x7f]*$/;
const LOOKALIKE = new RegExp(`[${[...LOOKALIKES.keys()].join("")}]`, "gu");

/** Hangul decomposes into three characters; a few others into eighteen, which would multiply the work. */
const MAX_GROWTH = 3;

/**
 * Maps a text to a skeleton for comparing words as a reader sees them: look-alike letters become Latin letters,
 * variants and accented letters become the plain letter, and invisible characters are removed.
 */
function skeletonOf(text: string): string {
  const lowerCase = text.toLowerCase();
  if (ASCII.test(lowerCase)) return lowerCase;
  return lowerCase
    .normalize("NFKD")
    .slice(0, MAX_GROWTH * text.length)
    .replaceAll(/[\p{Mn}\p{Cf}]/gu, "")
    .toLowerCase()
    .replaceAll(LOOKALIKE, (letter) => LOOKALIKES.get(letter) ?? letter);
}

interface Link {
  /** In lower case, without port and user. */
  readonly host: string;
  readonly length: number;
}

/** Limits the work per text; a text with more links is spam anyway. */
const MAX_LINKS = 100;
// A run of bounded length without spaces, which cannot backtrack.
const LINK = /(?:https?:\/\/|\bwww\.)[^\s<>"'[\]()]{1,300}/gi;

/** A cheap test that is false for most texts without links. */
const mayHaveLinks = (text: string): boolean =>
  text.includes("://") || text.includes("www.") || text.includes("WWW.");

function linksIn(text: string): readonly Link[] {
  if (!mayHaveLinks(text)) return [];
  const links: Link[] = [];
  for (const [link] of text.matchAll(LINK)) {
    links.push({ host: hostOf(link), length: link.length });
    if (links.length >= MAX_LINKS) break;
  }
  return links;
}

function hostOf(link: string): string {
  const [authority = ""] = link.replace(/^https?:\/\//i, "").split(/[/?#\\]/, 1);
  return authority
    .slice(authority.lastIndexOf("@") + 1)
    .replace(/:\d*$/, "")
    .replace(/[.,;!]+$/, "")
    .toLowerCase();
}
