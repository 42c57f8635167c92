/**
 * A Bayes classifier over what people taught: how much more often each word of a post was in spam than
 * in ham, added up. (P. Graham, "A Plan for Spam", with G. Robinson's estimate for rare words.)
 */
import type { LearntWords } from "../domain/classifier-words.ts";

export interface Opinion {
  /** Above 0 for spam, below for ham; some 2 is as good as sure. */
  readonly score: number;
  /** The words that spoke for spam most, at most three; marks are none. */
  readonly tellingWords: readonly string[];
}

export interface Classifier {
  /** @param words As {@link wordsOf} finds them. */
  judge(words: readonly string[]): Opinion;
}

/** Lessons of each kind before anything is judged: with fewer, chance speaks. */
export const MIN_LESSONS = 5;
/** How many lessons' worth of doubt a word begins with. */
const DOUBT = 0.6;
/** Words that speak loudest; the others are noise. */
const MAX_TELLING = 30;
/** No single word says more than this, in natural logarithms. */
const LOUDEST = 2;
/** Words that are told to the person who looks at it. */
const MAX_NAMED = 3;
/** A post of few known words is judged with care: it is as if so many more had said nothing. */
const SILENT_WORDS = 3;
/** A word that tells this little tells nothing, and needs no memory. */
const MIN_TELLING = 0.05;

/** `undefined` while there are too few lessons to judge by. */
export function createClassifier(learnt: LearntWords): Classifier | undefined {
  if (learnt.spam < MIN_LESSONS || learnt.ham < MIN_LESSONS) return undefined;
  const evidence = new Map<string, number>();
  for (const [n, word] of learnt.words.entries()) {
    const said = evidenceOf(learnt.inSpam[n] ?? 0, learnt.inHam[n] ?? 0, learnt);
    if (Math.abs(said) >= MIN_TELLING) evidence.set(word, said);
  }
  return {
    judge(words) {
      const said: Said[] = [];
      for (const word of words) {
        const score = evidence.get(word);
        if (score !== undefined) said.push({ word, score });
      }
      const telling =
        said.length > MAX_TELLING
          ? said.toSorted((a, b) => Math.abs(b.score) - Math.abs(a.score)).slice(0, MAX_TELLING)
          : said;
      const sum = telling.reduce((total, { score }) => total + score, 0);
      return {
        // Words come together, so ten do not know ten times as much as one.
        score: sum / Math.sqrt(telling.length + SILENT_WORDS),
        tellingWords: telling
          .filter(({ word, score }) => score > 0 && !word.startsWith("#"))
          .toSorted((a, b) => b.score - a.score)
          .slice(0, MAX_NAMED)
          .map(({ word }) => word),
      };
    },
  };
}

interface Said {
  readonly word: string;
  readonly score: number;
}

/** Above 0 for spam, below for ham. */
function evidenceOf(
  inSpam: number,
  inHam: number,
  { spam, ham }: Pick<LearntWords, "spam" | "ham">,
): number {
  const odds = Math.log(
    ((inSpam + DOUBT) / (spam + 2 * DOUBT)) * ((ham + 2 * DOUBT) / (inHam + DOUBT)),
  );
  return Math.max(-LOUDEST, Math.min(LOUDEST, odds));
}
