/** Reads a CSV, JSON or NDJSON file of another service as submissions to import. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";
import type { ImportedSubmission } from "./api-types.ts";
import { type TimeOptions, timeIn } from "./import-time.ts";
import { parseJson as readJson } from "./http/text.ts";

/** How a file is read. Columns are named as in its header; of JSON they are the members of its objects. */
export interface ImportOptions extends TimeOptions {
  /** The field of a column; an empty one leaves it out. Default: the field has the name of its column. */
  readonly map?: Readonly<Record<string, string>>;
  /** The column with the time of each row. It becomes no field. */
  readonly time?: string;
  /** The column that identifies a row, such as its id. Default: number and content of the row. */
  readonly dedupe?: string;
  /** A name of the Encoding Standard. Default: by the byte order mark, otherwise UTF-8. */
  readonly encoding?: string;
}

/** A row of the file: what to import, or why it cannot be. */
export interface ImportRow {
  /** From 1, without the header. */
  readonly row: number;
  readonly submission: ImportedSubmission | undefined;
  readonly problem: string | undefined;
}

/** Why a file cannot be read to its end. */
export class ImportFileError extends Error {
  override readonly name = "ImportFileError";
}

/** A request has at most so many rows, characters and fields: the API takes 1 MiB and 10,000 values. */
const MAX_BATCH = { rows: 200, characters: 400_000, fields: 2_500 };
/** Of one row. Holds the memory that a quote which is never closed can take. */
const MAX_ROW_BYTES = 400_000;
const MAX_JSON_BYTES = 64 * 1_024 * 1_024;

type Cells = ReadonlyMap<string, string | readonly string[]>;
type Parsed = { readonly cells: Cells } | { readonly problem: string };

/**
 * Yields each row of the file, with its problem if it has one. Memory is bounded by the size of a row.
 *
 * @throws ImportFileError if the file is in another encoding, or cannot be parsed any further.
 */
export async function* readImport(
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions = {},
): AsyncGenerator<ImportRow, undefined> {
  const text = decoded(source, options.encoding);
  const first = (await text.next()).value ?? "";
  const whole = Readable.from(prepended(first, text));
  const parsed = /^\s*[[{]/.test(first) ? parseJson(first, whole) : parseCsv(first, whole);
  let row = 0;
  for await (const one of parsed) {
    row += 1;
    const read = "cells" in one ? submissionOf(row, one.cells, options) : one;
    yield { row, submission: undefined, problem: undefined, ...read };
  }
  if (row === 0) throw new ImportFileError("The file has no rows.");
  return undefined;
}

/** Groups submissions so that each group fits into one request. */
export async function* importBatches(
  rows: AsyncIterable<ImportRow>,
): AsyncGenerator<readonly ImportRow[], undefined> {
  let batch: ImportRow[] = [];
  let [characters, fields] = [0, 0];
  for await (const row of rows) {
    const { form_params = [] } = row.submission ?? {};
    const size = JSON.stringify(form_params).length;
    const isFull =
      batch.length >= MAX_BATCH.rows ||
      characters + size > MAX_BATCH.characters ||
      fields + form_params.length > MAX_BATCH.fields;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      [characters, fields] = [0, 0];
    }
    batch.push(row);
    characters += size;
    fields += form_params.length;
  }
  if (batch.length > 0) yield batch;
  return undefined;
}

const BYTE_ORDER_MARKS = [
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
] as const;

async function* decoded(
  source: AsyncIterable<Uint8Array>,
  given: string | undefined,
): AsyncGenerator<string, undefined> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let bytes = 0;
  try {
    for await (const chunk of source) {
      const marked = BYTE_ORDER_MARKS.find(([, mark]) =>
        mark.every((byte, n) => chunk[n] === byte),
      );
      decoder ??= new TextDecoder(given ?? marked?.[0] ?? "utf-8", { fatal: true });
      const text = decoder.decode(chunk, { stream: true });
      bytes += chunk.length;
      if (text !== "") yield text;
    }
    yield decoder?.decode() ?? "";
  } catch (error) {
    if (error instanceof RangeError) throw new ImportFileError(`"${given}" is no known encoding.`);
    if (!(error instanceof TypeError)) throw error;
    throw new ImportFileError(
      `The file is not in ${decoder?.encoding ?? given} (somewhere after byte ${bytes}). Name its encoding, such as windows-1252, or save it as UTF-8.`,
    );
  }
  return undefined;
}

async function* prepended(first: string, rest: AsyncIterable<string>) {
  yield first;
  yield* rest;
}

async function* parseCsv(first: string, text: Readable): AsyncGenerator<Parsed, undefined> {
  const parser = text.pipe(
    parse({
      delimiter: delimiterOf(first),
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_BYTES,
      info: true,
    }),
  );
  text.on("error", (error) => parser.destroy(error));
  let header: readonly string[] | undefined;
  try {
    for await (const { record } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      if (header === undefined) header = headerOf(record);
      else yield cellsOf(record, header);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error["lines"]);
    throw new ImportFileError(
      /QUOTE_NOT_CLOSED|MAX_RECORD_SIZE/.test(error.code)
        ? `A row that ends at line ${line} or later is longer than ${MAX_ROW_BYTES} bytes or has a quote that is never closed.`
        : `Line ${line} is not CSV: ${error.message}.`,
    );
  }
  return undefined;
}

/** The separator that the first line has most of, outside of quotes. */
function delimiterOf(first: string): string {
  const line = first.replaceAll(/"[^"]*"/g, "").split(/[\r\n]/, 1)[0] ?? "";
  const counts = [",", ";", "\t"].map((mark) => [line.split(mark).length, mark] as const);
  return counts.toSorted(([a], [b]) => b - a)[0]?.[1] ?? ",";
}

function headerOf(names: readonly string[]): readonly string[] {
  const header = names.map((name) => name.trim());
  const twice = header.find((name, n) => name !== "" && header.indexOf(name) < n);
  if (twice === undefined) return header;
  throw new ImportFileError(`The column "${twice}" is there twice. Rename one of them.`);
}

function cellsOf(record: readonly string[], header: readonly string[]): Parsed {
  if (record.every((cell, n) => cell.trim() === header[n]))
    return { problem: "It repeats the header." };
  if (record.length > header.length) {
    return { problem: `It has ${record.length} cells, and the header has ${header.length}.` };
  }
  return { cells: new Map(record.map((cell, n) => [header[n] || `column ${n + 1}`, cell])) };
}

async function* parseJson(
  first: string,
  text: AsyncIterable<string>,
): AsyncGenerator<Parsed, undefined> {
  const isLines = /^\s*\{.*\}[ \r]*\n/.test(first);
  let rest = "";
  for await (const chunk of text) {
    rest += chunk;
    const lines = isLines ? rest.split("\n") : [rest];
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") yield cellsOfJson(readJson(line));
    if (rest.length > (isLines ? MAX_ROW_BYTES : MAX_JSON_BYTES)) {
      throw new ImportFileError(
        isLines
          ? `A line is longer than ${MAX_ROW_BYTES} characters.`
          : "A JSON document may have 64 MiB. Write a larger one with one object a line.",
      );
    }
  }
  const last = rest.trim() === "" ? [] : readJson(rest);
  if (last === undefined && !isLines) throw new ImportFileError("The file is no valid JSON.");
  const listed = Object(last) as { readonly submissions?: unknown };
  const records = [listed.submissions ?? last].flat();
  if (rest.trim() !== "") for (const one of records) yield cellsOfJson(one);
  return undefined;
}

function cellsOfJson(value: unknown): Parsed {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { problem: "It is no JSON object." };
  }
  // Of a submission that was exported, the fields are in a member of their own.
  const { payload_params = {}, form_params: _, ...members } = value as Record<string, unknown>;
  const all = { ...members, ...Object(payload_params) } as Record<string, unknown>;
  return { cells: new Map(Object.entries(all).map(([name, one]) => [name, cellOf(one)])) };
}

function cellOf(value: unknown): string | readonly string[] {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((one) => [cellOf(one)].flat().join(", "));
  return typeof value === "string" ? value : JSON.stringify(value);
}

function submissionOf(
  row: number,
  cells: Cells,
  { map = {}, time, dedupe, ...zone }: ImportOptions,
): Pick<ImportRow, "submission"> | Pick<ImportRow, "problem"> {
  const unknown = [...Object.keys(map), time, dedupe].find((one) => one && !cells.has(one));
  if (unknown !== undefined) return { problem: `It has no column "${unknown}".` };
  if ([...cells].flat(2).some((text) => text.includes("\0"))) {
    return { problem: "It contains the character U+0000, as text in UTF-16 does." };
  }
  const posted = time === undefined ? undefined : String(cells.get(time)).trim();
  const at = posted ? timeIn(posted, zone) : null;
  if (typeof at === "string") return { problem: at };
  const id = dedupe === undefined ? "" : String(cells.get(dedupe)).trim();
  if (dedupe !== undefined && id === "") return { problem: `It has no value for "${dedupe}".` };
  const form_params = [...cells].flatMap(([column, value]) => {
    const name = Object.hasOwn(map, column) ? (map[column] ?? "") : column;
    return name === "" || column === time || value.length === 0
      ? []
      : [{ name, value: typeof value === "string" ? value : [...value] }];
  });
  const content = id === "" ? JSON.stringify([row, ...cells]) : JSON.stringify([dedupe, id]);
  const key = createHash("sha256").update(content).digest("hex");
  const submitted_at = at === null ? null : new Date(at).toISOString();
  return { submission: { key, submitted_at, form_params } };
}
