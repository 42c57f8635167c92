/** Finds advertising: posts that touch several topics of spam, in any language. */
import topicWords from "./pitch-words.json" with { type: "json" };
import { textsOf } from "./text.ts";
import { findingOf, type SpamCheck } from "./verdict.ts";

type Topic = { readonly weight: number; readonly words: readonly string[] };

const topicsOf = (list: readonly { readonly weight: number; readonly words: string }[]): Topic[] =>
  list.map(({ weight, words }) => ({ weight, words: words.split(" ") }));

/**
 * The topics of form spam, each as word beginnings in many languages. `$` at the end of an entry means that it
 * must be the whole word. A topic counts once per post, however many of its words occur. Topics of honest
 * posts weigh little, so that only several topics together make spam.
 */
export const TOPICS: readonly Topic[] = topicsOf(topicWords.spaced);

/** Topics in scripts without spaces between words: an entry matches anywhere in the text. */
export const UNSPACED_TOPICS: readonly Topic[] = topicsOf(topicWords.unspaced);

/** Entries are grouped by their first letters, so that most words cost one map lookup. */
const KEY_LETTERS = 3;
type Entry = { readonly stem: string; readonly isWhole: boolean; readonly topic: number };
const ENTRIES: ReadonlyMap<string, readonly Entry[]> = Map.groupBy(
  TOPICS.flatMap(({ words }, topic) =>
    words.map((word): Entry => {
      const isWhole = word.endsWith("$");
      return { stem: isWhole ? word.slice(0, -1) : word, isWhole, topic };
    }),
  ),
  ({ stem }) => stem.slice(0, KEY_LETTERS),
);

/** A lower weight would apply to too many honest posts. */
const MIN_WEIGHT = 0.24;
const MAX_WEIGHT = 1;
/** Factor from the sum of the topics' weights to the weight of the finding. */
const SCALE = 1.2;
/** Topics below this weight are words of private letters too: honey, tonight, win, loan. */
const STRONG_WEIGHT = 0.4;
/** They count this much in a post without a link, a price or a percentage. */
const PRIVATE_FACTOR = 0.6;
/** Without a topic of advertising alone they are never spam by this check alone. */
const MAX_PRIVATE_WEIGHT = 0.6;
const OFFER = /:\/\/|www\.|[$€£¥₽%]|\d\s?(?:usd|eur)/;
/** Advertising starts early in a text, while a long honest letter touches many topics. */
const MAX_CHARACTERS = 2_000;

export const pitch: SpamCheck = ({ fields }) => {
  let topics = 0;
  let unspaced = 0;
  let isOffer = false;
  const words: string[] = [];
  let left = MAX_CHARACTERS;
  for (const [, whole] of textsOf(fields)) {
    if (left <= 0) break;
    const text = whole.slice(0, left).toLowerCase();
    left -= text.length;
    let start = -1;
    let isUnspaced = false;
    for (let at = 0; at <= text.length; at += 1) {
      const code = at === text.length ? 32 : text.charCodeAt(at);
      if (isUnspacedLetter(code)) isUnspaced = true;
      if (isLetter(code)) {
        if (start === -1) start = at;
      } else if (start !== -1) {
        if (at - start >= KEY_LETTERS || code > 127 || text.charCodeAt(start) > 127) {
          const found = topicOf(text, start, at);
          if (found !== -1 && (topics & (1 << found)) === 0) {
            topics |= 1 << found;
            words.push(text.slice(start, at));
          }
        }
        start = -1;
      }
    }
    isOffer ||= OFFER.test(text);
    if (isUnspaced) unspaced |= unspacedTopics(text, words);
  }
  if (topics === 0 && unspaced === 0) return undefined;
  const sum = sumOf(TOPICS, topics, isOffer) + sumOf(UNSPACED_TOPICS, unspaced, true);
  const isAdvertising = isOffer || unspaced !== 0 || hasStrongTopic(topics);
  const maxWeight = isAdvertising ? MAX_WEIGHT : MAX_PRIVATE_WEIGHT;
  const weight = Math.min(maxWeight, Math.round(sum * SCALE * 100) / 100);
  if (weight < MIN_WEIGHT) return undefined;
  const list = words.slice(0, 5).map((word) => `“${word.slice(0, 30)}”`);
  return findingOf("pitch", weight, `It reads like an advertisement: ${list.join(", ")}.`);
};

function topicOf(text: string, start: number, end: number): number {
  const entries = ENTRIES.get(text.slice(start, Math.min(end, start + KEY_LETTERS)));
  if (entries === undefined) return -1;
  for (const { stem, isWhole, topic } of entries) {
    if (
      text.startsWith(stem, start) &&
      (isWhole ? start + stem.length === end : start + stem.length <= end)
    ) {
      return topic;
    }
  }
  return -1;
}

function unspacedTopics(text: string, words: string[]): number {
  let topics = 0;
  for (const [n, { words: known }] of UNSPACED_TOPICS.entries()) {
    const word = known.find((one) => text.includes(one.toLowerCase()));
    if (word === undefined) continue;
    topics |= 1 << n;
    words.push(word);
  }
  return topics;
}

const sumOf = (topics: readonly { readonly weight: number }[], bits: number, isOffer: boolean) =>
  topics.reduce((sum, { weight }, n) => {
    if ((bits & (1 << n)) === 0) return sum;
    return sum + (isOffer || weight >= STRONG_WEIGHT ? weight : weight * PRIVATE_FACTOR);
  }, 0);

const hasStrongTopic = (bits: number) =>
  TOPICS.some(({ weight }, n) => weight >= STRONG_WEIGHT && (bits & (1 << n)) !== 0);

/** Lower-case ASCII letters, the hyphen, and all other characters except Latin-1, general and CJK punctuation. */
function isLetter(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || code === 45;
  return (
    code >= 0xc0 && !(code >= 0x2000 && code <= 0x2bff) && !isCjkPunctuation(code) && code !== 0x60c
  );
}

const isCjkPunctuation = (code: number) =>
  (code >= 0x3000 && code <= 0x303f) || (code >= 0xff00 && code <= 0xff0f);

/** Thai, Lao, Kana and Han. Hangul is written with spaces. */
const isUnspacedLetter = (code: number) =>
  (code >= 0x0e00 && code <= 0x0eff) || (code >= 0x3040 && code <= 0x9fff);
