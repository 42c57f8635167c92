/** Exports as CSV or JSON, generated page by page so that memory stays bounded. */
import { stringify } from "csv-stringify/sync";
import { csvColumns, fieldColumn, guardFormulas, typedColumns } from "@intray/sdk/columns";
import type { Submission } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { type ApiClient, dataOf, errorOf } from "../http/api-client.ts";

/** Submissions read concurrently. */
const READ_BATCH = 25;

/** Members of submissions in exports only. */
export const EXPORTED: { readonly include: ("notes" | "replies")[] } = {
  include: ["notes", "replies"],
};

type Pages = AsyncIterable<readonly Submission[]>;

interface Format {
  readonly type: string;
  /**
   * @param pages Starts reading the submissions from the beginning; may be called more than once.
   * @param columns Those of a table, in their order; empty = all.
   */
  text(pages: () => Pages, columns: readonly string[]): AsyncGenerator<string, undefined>;
}

export const EXPORT_FORMATS = {
  csv: { type: "text/csv; charset=utf-8", text: csvText },
  json: { type: "application/json", text: jsonText },
} as const satisfies Record<string, Format>;

export const isExportFormat = (text: string): text is keyof typeof EXPORT_FORMATS =>
  Object.hasOwn(EXPORT_FORMATS, text);

/** Yields the submissions with these ids, in order; deleted ones are left out. @throws AppError if all are. */
export async function* selectPages(
  api: ApiClient,
  ids: readonly number[],
  query: Partial<typeof EXPORTED> = {},
): AsyncGenerator<readonly Submission[], undefined> {
  let isAny = false;
  for (let start = 0; start < ids.length; start += READ_BATCH) {
    const responses = await Promise.all(
      ids
        .slice(start, start + READ_BATCH)
        .map((id) => api.GET("/api/v1/submissions/{id}", { params: { path: { id }, query } })),
    );
    const rows = responses
      .filter((response) => errorOf(response)?.code !== "not_found")
      .map((response) => dataOf(response));
    if (rows.length === 0) continue;
    isAny = true;
    yield rows;
  }
  if (isAny) return undefined;
  throw new AppError(
    "not_found",
    "None of these submissions was found. They may have been deleted.",
  );
}

/**
 * Reads the rows twice: first to find all columns, then to write them. A row that starts to match
 * between the two passes and has a field without a column is left out.
 */
async function* csvText(
  pages: () => Pages,
  chosen: readonly string[],
): AsyncGenerator<string, undefined> {
  // Spreadsheets read a file without a byte order mark in a legacy encoding.
  yield "\uFEFF";
  if (chosen.length > 0) {
    yield csvLines([chosen]);
    for await (const rows of pages()) {
      yield csvLines(rows.map((row) => chosen.map((column) => cellOf(row, column))));
    }
    return undefined;
  }
  const columns = createColumns();
  for await (const rows of pages()) for (const row of rows) columns.add(row);
  yield csvLines([columns.header()]);
  for await (const rows of pages()) {
    yield csvLines(
      rows.filter((row) => columns.hasColumnsFor(row)).map((row) => columns.cells(row)),
    );
  }
  return undefined;
}

const MEMBERS = new Map(typedColumns.map(({ name, value }) => [`_${name}`, value]));

/** Returns the cell of a column that is named as in a CSV; empty for a field that the submission does not have. */
export function cellOf(submission: Submission, column: string): string {
  const member = MEMBERS.get(column);
  if (member !== undefined) return String(member(submission) ?? "");
  const isNamed = (name: string) => fieldColumn(name) === column;
  const values = submission.form_params.filter(({ name }) => isNamed(name));
  const files = submission.attachments.filter(({ form_name }) => isNamed(form_name));
  return [...values.flatMap(({ value }) => value), ...files.map(({ name }) => name)].join(", ");
}

/** RFC 4180; cells that a spreadsheet would run as a formula are prefixed with an apostrophe. */
const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    // quote_record_delimiter: otherwise a cell with a lone CR or LF would not be quoted.
    { record_delimiter: "\r\n", quote_record_delimiter: true, cast: { string: guardFormulas } },
  );

/** The shape of the API's lists. */
async function* jsonText(pages: () => Pages): AsyncGenerator<string, undefined> {
  yield '{"submissions": [';
  let count = 0;
  for await (const rows of pages()) {
    let text = "";
    for (const row of rows) {
      text += `${count === 0 ? "" : ","}\n${JSON.stringify(row)}`;
      count += 1;
    }
    yield text;
  }
  yield `],\n"meta": {"count": ${count}}}\n`;
  return undefined;
}

/** Holds the fields without a column of their own, as JSON. */
const OVERFLOW_COLUMN = "_more";
/** Senders choose field names: without a limit, n rows could make n columns. */
const MAX_FIELD_COLUMNS = 1_000;
/** A field with a longer name gets no column. */
const MAX_NAME_CHARACTERS = 200;

export function createColumns() {
  const indexes = new Map<string, number>();
  let hasOverflow = false;
  return {
    /** Adds columns for the submission's new fields, in the order in which they are first seen. */
    add({ form_params }: Submission) {
      for (const { name } of form_params) {
        if (indexes.has(name)) continue;
        if (indexes.size < MAX_FIELD_COLUMNS && name.length <= MAX_NAME_CHARACTERS) {
          indexes.set(name, indexes.size);
        } else hasOverflow = true;
      }
    },
    /** Returns false for a submission with a field that was never added. */
    hasColumnsFor: ({ form_params }: Submission) =>
      hasOverflow || form_params.every(({ name }) => indexes.has(name)),
    header: () => [
      ...csvColumns.keys(),
      ...[...indexes.keys()].map(fieldColumn),
      ...(hasOverflow ? [OVERFLOW_COLUMN] : []),
    ],
    /** Returns a cell for each column; empty for a field that the submission does not have. */
    cells(submission: Submission) {
      const cells = Array.from(indexes, () => "");
      const isFilled = new Set<number>();
      const overflow: (readonly [string, string])[] = [];
      for (const { name, value } of submission.form_params) {
        const text = typeof value === "string" ? value : value.join(", ");
        const index = indexes.get(name);
        if (index === undefined) overflow.push([name, text]);
        else if (isFilled.has(index)) cells[index] += `, ${text}`;
        else {
          cells[index] = text;
          isFilled.add(index);
        }
      }
      const own = [...csvColumns.values()].map((cell) => cell(submission));
      const last = overflow.length === 0 ? "" : JSON.stringify(overflow);
      return [...own, ...cells, ...(hasOverflow ? [last] : [])];
    },
  };
}
