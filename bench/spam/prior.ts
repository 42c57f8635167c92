// Fits the spam classifier's prior, and judges it by leaving out each source of texts in turn.
import { basename, extname } from "node:path";
import { classifiedText, featuresOf } from "../../packages/server/src/domain/spam/features.ts";
import {
  emptyModel,
  learn,
  scoreOf,
  weightsOf,
} from "../../packages/server/src/domain/spam/model.ts";
import { NO_PRIOR, type Prior } from "../../packages/server/src/domain/spam/prior.ts";
import { ownMessages, shuffled, type Text, textsIn } from "./texts.ts";
import { isSealed } from "../../packages/server/test/spam/corpus.ts";

/** At most this many texts of a source and kind, so that no large source decides alone. */
const MAX_TEXTS = 4_000;
/** Each call of learn() visits all texts twice. */
const CALLS = 4;
/** Sources with fewer honest texts say nothing about one of a hundred. */
const MIN_HAM = 300;
const MAX_FLAGGED = 0.01;

export interface PriorText extends Text {
  readonly source: string;
  /** Kept back for judging, see {@link isSealed}. */
  readonly sealed: boolean;
}

/** The project's own messages, and the texts of files, each of which is a source, see {@link textsIn}. */
export const priorTexts = (paths: readonly string[]): readonly PriorText[] => [
  ...ownMessages().map((message) => ({
    fields: bodyOf(message.fields),
    spam: message.verdict === "spam",
    source: "own",
    sealed: isSealed(message),
  })),
  ...paths.flatMap((path) =>
    textsIn(path).texts.map((text) => ({
      ...text,
      source: basename(path, extname(path)),
      sealed: false,
    })),
  ),
];

const SHORT_FIELD =
  /name|nom|site|url|phone|tel|firma|company|subject|betreff|sujet|asunto|oggetto|temat|assunto|onderwerp|件名/i;
const MAX_SHORT_CHARACTERS = 60;

/** The names that are reserved for invented addresses; links at them would be recognized by that. */
const RESERVED = /\b(?:example\.(?:com|net|org)|[\w-]+\.example)\b/g;

/** Invented names, addresses and subjects would teach what the invention is like. */
function bodyOf(fields: Text["fields"]): Text["fields"] {
  const body = fields.filter(
    ([name, value]) =>
      !/^\S+@\S+$/.test(String(value).trim()) &&
      !(SHORT_FIELD.test(name) && String(value).length < MAX_SHORT_CHARACTERS),
  );
  return (body.length === 0 ? fields : body).map(([name, value]) => [
    name,
    String(value).replaceAll(RESERVED, ""),
  ]);
}

export function fitPrior(texts: readonly PriorText[]): Prior {
  const groups = Map.groupBy(
    texts.filter(({ sealed }) => !sealed),
    ({ source, spam }) => `${source} ${spam}`,
  );
  const sorted = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const used = sorted.flatMap(([, group]) => shuffled(group, 1).slice(0, MAX_TEXTS));
  const examples = shuffled(used, 2).map(({ fields, spam }) => ({
    features: featuresOf(classifiedText(fields)),
    spam,
    pull: 0,
    score: 0,
  }));
  const model = emptyModel();
  learn(model, examples, [], NO_PRIOR);
  for (let call = 1; call < CALLS; call += 1) learn(model, [], examples, NO_PRIOR);
  return weightsOf(model, NO_PRIOR);
}

/** The scores of a source's texts by a prior that has seen none of them. */
export interface JudgedSource {
  readonly name: string;
  /** Highest first. */
  readonly ham: readonly number[];
  readonly spam: readonly number[];
}

export function judgeSources(texts: readonly PriorText[]): readonly JudgedSource[] {
  const sources = [...new Set(texts.map(({ source }) => source))];
  return [
    ...sources.map((name) => {
      const [own, others] = [
        texts.filter(({ source }) => source === name),
        texts.filter(({ source }) => source !== name),
      ];
      return judge(name, fitPrior(others), own);
    }),
    judge(
      SEALED,
      fitPrior(texts),
      texts.filter(({ sealed }) => sealed),
    ),
  ];
}

const SEALED = "own, sealed fifth";

function judge(name: string, prior: Prior, texts: readonly PriorText[]): JudgedSource {
  const scores = (kind: boolean) =>
    texts
      .filter(({ spam }) => spam === kind)
      .map(({ fields }) => scoreOf(prior, featuresOf(classifiedText(fields))))
      .toSorted((a, b) => b - a);
  return { name, ham: scores(false), spam: scores(true) };
}

/** The score up to which all but 1 % of the ham of each source is, when that source is left out. */
export const certainScore = (judged: readonly JudgedSource[]): number =>
  Math.max(
    ...judged
      .filter(({ ham, name }) => ham.length >= MIN_HAM && name !== SEALED)
      .map(({ ham }) => ham[Math.floor(ham.length * MAX_FLAGGED)] ?? 0),
  );
