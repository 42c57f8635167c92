/** Exports as CSV or JSON, generated page by page so that memory stays bounded. */
import { stringify } from "csv-stringify/sync";
import type { Submission } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { type ApiClient, dataOf, errorOf } from "../http/api-client.ts";
import { createColumns } from "./csv-columns.ts";

/** Submissions read concurrently. */
const READ_BATCH = 25;

/** Members of submissions in exports only. */
export const EXPORTED: { readonly include: ("notes" | "replies")[] } = {
  include: ["notes", "replies"],
};

type Pages = AsyncIterable<readonly Submission[]>;

interface Format {
  readonly type: string;
  /** @param pages Starts reading the submissions from the beginning; may be called more than once. */
  text(pages: () => Pages): AsyncGenerator<string, undefined>;
}

export const FORMATS = {
  csv: { type: "text/csv; charset=utf-8", text: csvText },
  json: { type: "application/json", text: jsonText },
} as const satisfies Record<string, Format>;

export const isFormat = (text: string): text is keyof typeof FORMATS =>
  Object.hasOwn(FORMATS, text);

/** Yields the submissions with these ids, in order; deleted ones are left out. @throws AppError if all are. */
export async function* selectedPages(
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
async function* csvText(pages: () => Pages): AsyncGenerator<string, undefined> {
  // Spreadsheets read a file without a byte order mark in a legacy encoding.
  yield "\uFEFF";
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

/** RFC 4180; cells that a spreadsheet would run as a formula are prefixed with an apostrophe. */
function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    // quote_record_delimiter: otherwise a cell with a lone CR or LF would not be quoted.
    // escape_formulas knows every start of a formula but a line feed.
    {
      record_delimiter: "\r\n",
      quote_record_delimiter: true,
      escape_formulas: true,
      cast: { string: (cell) => (cell.startsWith("\n") ? `'${cell}` : cell) },
    },
  );
}

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
