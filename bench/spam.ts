// What the spam classifier catches, beside the recorded figures of a logistic regression that scikit-learn fitted to
// the same texts at once, and what the whole verdict flags.
import { delimiter } from "node:path";
import { featuresOf, classifiedText } from "../packages/server/src/domain/spam/features.ts";
import type { Fields } from "../packages/server/src/domain/submission/submission.ts";
import { teach } from "../packages/server/test/spam/taught-classifier.ts";
import { limited, median, type Row } from "./rounds.ts";
import {
  NO_PRIOR,
  type Prior,
  priorOf,
  storedPrior,
} from "../packages/server/src/domain/spam/prior.ts";
import { measure, type Result, type Split } from "./spam/measure.ts";
import { certainScore, fitPrior, judgeSources, priorTexts } from "./spam/prior.ts";
import { ownTexts, ownTextsOf2026, shuffled, type Text, textsIn } from "./spam/texts.ts";

const SEEDS = Array.from({ length: 10 }, (_, n) => n + 1);
/** Student's t for a 95 % interval of a mean of ten. */
const T_95 = 2.262;
/**
 * The share of spam that the reference catches where 1 % of the ham is flagged, for the project's corpus of 593
 * messages and the YouTube Spam Collection. Other texts have no reference. docs/use/spam.md says how it is fitted.
 */
const REFERENCE: Readonly<Record<string, number>> = {
  "own corpus, random halves": 0.679,
  "comments, random halves": 0.903,
  "comments, Eminem held out": 0.922,
  "comments, KatyPerry held out": 0.879,
  "comments, Shakira held out": 0.85,
  "comments, Psy held out": 0.766,
  "comments, LMFAO held out": 0.299,
  "comments, 10 corrections": 0.376,
  "comments, 50 corrections": 0.64,
  "comments, 200 corrections": 0.808,
  "comments, 1,000 corrections": 0.91,
};
/** The classifier may catch this much less than the reference. */
const POINTS = 0.02;
/** The most ham that the whole verdict may flag. */
const MAX_FLAGGED = 0.01;
const CORRECTIONS = [10, 50, 200, 1_000];
/** From this share of the score that is spam on, a post is possible spam. */
const POSSIBLE = 0.5;
const MARKS = 20;
/** Of sources with less spam nothing can be said. */
const MIN_SPAM = 150;
const MAX_POST_US = 30;
const POST_CHARACTERS = 500;
const POSTS = 20_000;

export function spam(): Promise<readonly Row[]> {
  const own = ownTexts();
  const rows = [...halves("own corpus", own), ...halves("own corpus of 2026", ownTextsOf2026())];
  const priorPaths = process.env["BENCH_PRIOR_TEXTS"];
  if (priorPaths !== undefined) rows.push(...priorRows(priorPaths.split(delimiter)));
  const path = process.env["BENCH_TEXTS"];
  if (path === undefined) {
    console.log(
      "BENCH_TEXTS names no labelled texts (docs/use/spam.md says where to get them), so only the own corpus is measured.\n",
    );
    rows.push(cost(own));
    return Promise.resolve(rows);
  }
  const { name, texts } = textsIn(path);
  rows.push(...halves(name, texts));
  for (const source of new Set(texts.map((text) => text.source))) {
    rows.push(...compared(`${name}, ${source} held out`, heldOut(texts, source)));
  }
  for (const count of CORRECTIONS) {
    const splits = corrections(texts, count);
    rows.push(...compared(`${name}, ${count.toLocaleString("en")} corrections`, splits));
  }
  rows.push(cost(texts));
  return Promise.resolve(rows);
}

/** What the prior does for sources that it was not trained with: nothing taught, and after 20 marks. */
function priorRows(paths: readonly string[]): readonly Row[] {
  const texts = priorTexts(paths);
  const judged = judgeSources(texts);
  const certain = certainScore(judged);
  const rows = judged.map(({ name, ham, spam: posts }) => {
    const above = (scores: readonly number[], limit: number) =>
      ratioText(scores.filter((score) => score > certain * limit).length, scores.length);
    return limited({
      name: `prior, ${name} left out: ham called spam, %`,
      value: (100 * ham.filter((score) => score > certain).length) / Math.max(1, ham.length),
      max: MAX_FLAGGED * 100,
      aim: (MAX_FLAGGED * 100) / 2,
      note: `of ${ham.length}: ${above(ham, 1)}, with possible ${above(ham, POSSIBLE)}; of ${posts.length} spam: ${above(posts, 1)}, with possible ${above(posts, POSSIBLE)}`,
    });
  });
  for (const [source, own] of Map.groupBy(texts, (text) => text.source)) {
    if (own.filter((text) => text.spam).length < MIN_SPAM || own.every((text) => text.spam))
      continue;
    const fitted = fitPrior(texts.filter((text) => text.source !== source));
    const known = priorOf(storedPrior(fitted, certain));
    rows.push(...markedWith(source, own, known));
  }
  return rows;
}

function markedWith(source: string, texts: readonly Text[], known: Prior): readonly Row[] {
  return [MARKS, 10 * MARKS].map((count) => {
    const splits = corrections(texts, count);
    const of = (kind: Prior) => splits.map((split) => measure(split, kind));
    const [results, without] = [of(known), of(NO_PRIOR)];
    const mean = (some: readonly Result[], key: keyof Result) =>
      interval(some.map((result) => 100 * result[key]));
    return limited({
      name: `prior, ${source} left out, ${count} marks: ham flagged, %`,
      value: mean(results, "flagged").mean,
      max: MAX_FLAGGED * 100,
      aim: (MAX_FLAGGED * 100) / 2,
      note: `spam caught ${mean(results, "caught").text}, without prior ${mean(without, "caught").text}`,
    });
  });
}

/** Percent, with Wilson's interval of 95 %. */
function ratioText(count: number, of: number): string {
  if (of === 0) return "none";
  const z = 1.96;
  const share = count / of;
  const middle = (share + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half =
    (z / (1 + z ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  const percent = (value: number) => (100 * Math.max(0, value)).toFixed(1);
  return `${percent(share)} (${percent(middle - half)} to ${percent(middle + half)}) %`;
}

const halves = (name: string, texts: readonly Text[]) =>
  compared(
    `${name}, random halves`,
    SEEDS.map((seed) => {
      const order = shuffled(texts, seed);
      const middle = order.length >> 1;
      return { taught: order.slice(0, middle), judged: order.slice(middle) };
    }),
  );

/** The other sources teach, in ten orders. */
const heldOut = (texts: readonly Text[], source: string | undefined): readonly Split[] =>
  SEEDS.map((seed) => ({
    taught: shuffled(texts, seed).filter((text) => text.source !== source),
    judged: texts.filter((text) => text.source === source),
  }));

/** As many of spam as of ham. */
const corrections = (texts: readonly Text[], count: number): readonly Split[] =>
  SEEDS.map((seed) => {
    const order = shuffled(texts, seed);
    const of = (kind: boolean) => order.filter((text) => text.spam === kind).slice(0, count / 2);
    const [marked, unmarked] = [of(true), of(false)];
    const taught = marked.flatMap((text, n) => [text, unmarked[n] ?? text]);
    return { taught, judged: order.filter((text) => !taught.includes(text)) };
  });

/** Two rows: what is caught where 1 % of the ham is flagged, and what the default verdict flags. */
function compared(name: string, splits: readonly Split[]): readonly Row[] {
  const results = splits.map((split) => measure(split));
  const of = (key: keyof Result) => interval(results.map((result) => result[key]));
  const caught = of("at1");
  const baseline = REFERENCE[name];
  const flagged = of("flagged");
  return [
    {
      name: `${name}: spam caught at 1 %`,
      ours: caught.mean,
      baseline: baseline ?? Number.NaN,
      ratio: caught.mean / (baseline ?? Number.NaN),
      required: baseline === undefined ? 0 : Math.max(0, 1 - POINTS / baseline),
      aim: 1,
      note: `± ${caught.half}; at 0.5 %: ${of("at05").text}`,
    },
    limited({
      name: `${name}: ham flagged by default, %`,
      value: flagged.mean * 100,
      max: MAX_FLAGGED * 100,
      aim: (MAX_FLAGGED * 100) / 2,
      note: `± ${(Number(flagged.half) * 100).toFixed(1)}; spam caught ${of("caught").text}`,
    }),
  ];
}

/** Processor time of classifying a post of 500 characters, cut from texts in a row. */
function cost(texts: readonly Text[]): Row {
  const classifier = teach(shuffled(texts, 1).slice(0, texts.length >> 1));
  const whole = texts.flatMap(({ fields }) => fields.flatMap(([, value]) => value)).join(" ");
  const posts: Fields[] = [];
  for (let at = 0; at + POST_CHARACTERS <= whole.length; at += POST_CHARACTERS) {
    posts.push([["message", whole.slice(at, at + POST_CHARACTERS)]]);
  }
  const rounds = Array.from({ length: 6 }, () => {
    const start = process.cpuUsage();
    for (let n = 0; n < POSTS; n += 1) classifier?.distance(posts[n % posts.length] ?? []);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / POSTS;
  });
  const features = posts.map((post) => featuresOf(classifiedText(post)).length);
  return limited({
    name: "µs to classify 500 characters",
    value: median(rounds.slice(1)),
    max: MAX_POST_US,
    aim: MAX_POST_US / 2,
    note: `${median(features)} features`,
  });
}

/** The mean and half of its 95 % interval. */
function interval(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (values.length - 1));
  const half = ((T_95 * deviation) / Math.sqrt(values.length)).toFixed(3);
  return { mean, half, text: `${mean.toFixed(3)} ± ${half}` };
}
