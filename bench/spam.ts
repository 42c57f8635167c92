// The spam classifier beside a logistic regression that is fitted to the same texts at once: what both catch.
import { featuresOf, classifiedText } from "../packages/server/src/domain/spam/features.ts";
import type { Fields } from "../packages/server/src/domain/submission/submission.ts";
import { teach } from "../packages/server/test/spam/taught-classifier.ts";
import { limited, median, type Row } from "./rounds.ts";
import {
  isSpam,
  measureOurs,
  measureReference,
  type Result,
  shareOf,
  type Split,
} from "./spam/measure.ts";
import { ownTexts, shuffled, type Text, textsIn } from "./spam/texts.ts";

const SEEDS = Array.from({ length: 10 }, (_, n) => n + 1);
/** Student's t for a 95 % interval of a mean of ten. */
const T_95 = 2.262;
/** The classifier may catch this much less than the reference. */
const POINTS = 0.02;
/** The most ham that the whole verdict may flag. */
const MAX_FLAGGED = 0.01;
const CORRECTIONS = [10, 50, 200, 1_000];
const MAX_POST_US = 30;
const POST_CHARACTERS = 500;
const POSTS = 20_000;

export function spam(): Promise<readonly Row[]> {
  const own = ownTexts();
  const rows = [...halves("own corpus", own)];
  const path = process.env["BENCH_TEXTS"];
  if (path === undefined) {
    console.log(
      "BENCH_TEXTS names no labelled texts (docs/use/spam.md says where to get them), so only the own corpus is measured.\n",
    );
    rows.push(cost(own));
    return Promise.resolve(rows);
  }
  const texts = textsIn(path);
  rows.push(...halves("texts", texts));
  for (const source of new Set(texts.map((text) => text.source))) {
    rows.push(...heldOut(texts, source));
  }
  for (const count of CORRECTIONS) rows.push(...corrections(texts, count));
  const ham = texts.filter((text) => !text.spam);
  rows.push(
    limited({
      name: "texts, nothing taught, ham flagged, %",
      value: shareOf(ham.map((text) => isSpam(text, undefined))) * 100,
      max: MAX_FLAGGED * 100,
      aim: (MAX_FLAGGED * 100) / 2,
    }),
  );
  rows.push(cost(texts));
  return Promise.resolve(rows);
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
function heldOut(texts: readonly Text[], source: string | undefined): readonly Row[] {
  const splits = SEEDS.map((seed) => ({
    taught: shuffled(texts, seed).filter((text) => text.source !== source),
    judged: texts.filter((text) => text.source === source),
  }));
  return compared(`texts, ${source} held out`, splits, splits.slice(0, 1));
}

/** As many of spam as of ham. */
const corrections = (texts: readonly Text[], count: number) =>
  compared(
    `texts, ${count.toLocaleString("en")} corrections`,
    SEEDS.map((seed) => {
      const order = shuffled(texts, seed);
      const of = (kind: boolean) => order.filter((text) => text.spam === kind).slice(0, count / 2);
      const [marked, unmarked] = [of(true), of(false)];
      const taught = marked.flatMap((text, n) => [text, unmarked[n] ?? text]);
      return { taught, judged: order.filter((text) => !taught.includes(text)) };
    }),
  );

/**
 * Two rows: what both catch where 1 % of the ham is flagged, and what the default verdict flags.
 *
 * @param fixed The splits of the reference, which does not depend on the order of what it is taught.
 */
function compared(name: string, splits: readonly Split[], fixed = splits): readonly Row[] {
  const ours = splits.map(measureOurs);
  const reference = fixed.map(measureReference);
  const of = (results: readonly Result[], key: keyof Result) =>
    interval(results.map((result) => result[key]));
  const caught = of(ours, "at1");
  const baseline = of(reference, "at1");
  const flagged = of(ours, "flagged");
  return [
    {
      name: `${name}: spam caught at 1 %`,
      ours: caught.mean,
      baseline: baseline.mean,
      ratio: caught.mean / baseline.mean,
      required: Math.max(0, 1 - POINTS / baseline.mean),
      aim: 1,
      note: `± ${caught.half}, reference ± ${baseline.half}; at 0.5 %: ${of(ours, "at05").text}, reference ${of(reference, "at05").text}`,
    },
    limited({
      name: `${name}: ham flagged by default, %`,
      value: flagged.mean * 100,
      max: MAX_FLAGGED * 100,
      aim: (MAX_FLAGGED * 100) / 2,
      note: `± ${(Number(flagged.half) * 100).toFixed(1)}; spam caught ${of(ours, "caught").text}; reference at 0.5: flagged ${of(reference, "flagged").text}, caught ${of(reference, "caught").text}`,
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
  const deviation = Math.sqrt(squares / Math.max(1, values.length - 1));
  const half = values.length < 2 ? "0" : ((T_95 * deviation) / Math.sqrt(values.length)).toFixed(3);
  return { mean, half, text: `${mean.toFixed(3)} ± ${half}` };
}
