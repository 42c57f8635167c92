// Labelled texts, and how they are split.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Fields } from "../../packages/server/src/domain/submission/submission.ts";
import { CORPUS, type Message, messagesIn } from "../../packages/server/test/spam/corpus.ts";
import { chanceFrom } from "../../test/harness/random.ts";

export interface Text {
  readonly fields: Fields;
  readonly spam: boolean;
  /** Where it was written; `undefined` if that is not known. */
  readonly source: string | undefined;
}

export const ownTexts = (): readonly Text[] => messagesIn(CORPUS).map(textOf);

const CORPUS_OF_2026 = new URL("corpus/", import.meta.url);

/** The larger own corpus of 2026, in nine languages, which is harder by intention: see its README. */
const messagesOf2026 = (): readonly Message[] =>
  readdirSync(CORPUS_OF_2026)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => messagesIn(new URL(name, CORPUS_OF_2026)));

export const ownTextsOf2026 = (): readonly Text[] => messagesOf2026().map(textOf);

export const ownMessages = (): readonly Message[] => [...messagesIn(CORPUS), ...messagesOf2026()];

const textOf = ({ verdict, fields }: Message): Text => ({
  fields,
  spam: verdict === "spam",
  source: undefined,
});

/**
 * Texts of a file that has `{"text","spam","source"}` in each line, or of a folder with the files of the YouTube Spam
 * Collection, which are called comments. A repeated text is taken once.
 */
export function textsIn(path: string): { readonly name: string; readonly texts: readonly Text[] } {
  const isCollection = statSync(path).isDirectory();
  const found = isCollection ? collectionIn(path) : jsonTexts(path);
  const distinct = new Map<string, LabelledText>();
  for (const text of found) if (!distinct.has(text.text)) distinct.set(text.text, text);
  const texts = Array.from(distinct.values(), ({ text, spam, source }): Text => ({
    fields: [["message", text]],
    spam,
    source,
  }));
  return { name: isCollection ? "comments" : "texts", texts };
}

type LabelledText = { readonly text: string; readonly spam: boolean; readonly source: string };

const jsonTexts = (path: string) =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as LabelledText);

/** The source of `Youtube01-Psy.csv` is `Psy`. */
const COLLECTION_FILE = /^Youtube\d+-(\w+)\.csv$/;

function collectionIn(folder: string): readonly LabelledText[] {
  const texts = readdirSync(folder)
    .toSorted()
    .flatMap((name) => {
      const [, source] = COLLECTION_FILE.exec(name) ?? [];
      return source === undefined ? [] : commentsIn(join(folder, name), source);
    });
  if (texts.length > 0) return texts;
  throw new Error(`There is no file such as Youtube01-Psy.csv in ${folder}.`);
}

function commentsIn(path: string, source: string): readonly LabelledText[] {
  const [head = [], ...records] = csvRecords(readFileSync(path, "utf8"));
  const [content, label] = [head.indexOf("CONTENT"), head.indexOf("CLASS")];
  if (content < 0 || label < 0) throw new Error(`${path} has no columns CONTENT and CLASS.`);
  return records.map((record) => ({
    text: (record[content] ?? "").replaceAll("\uFEFF", "").trim(),
    spam: record[label]?.trim() === "1",
    source,
  }));
}

/** A field of RFC 4180 and what follows it. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/gy;

function csvRecords(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [found, quoted, plain = "", end] of text.trimEnd().matchAll(FIELD)) {
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    records.push(record);
    record = [];
    if (end === "" || found === "") break;
  }
  return records;
}

/** The same order for the same seed. */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const chance = chanceFrom(seed);
  return items
    .map((item) => ({ item, place: chance.below(2 ** 32) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
