/** What is ticked or matches, as a file: it flows out page by page, and never lies here whole. */
import { stringify } from "csv-stringify/sync";
import type { Submission } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { type ApiClient, errorOf, dataOf } from "../http/api-client.ts";
import { createColumns } from "./csv-columns.ts";

const READ_BATCH = 25;

type Pages = AsyncIterable<readonly Submission[]>;

export interface Format {
  readonly type: string;
  /** @param pages The same rows each time it is called, but for what changed meanwhile. */
  text(pages: () => Pages): AsyncGenerator<string, undefined>;
}

export const FORMATS = {
  csv: { type: "text/csv; charset=utf-8", text: csvText },
  json: { type: "application/json", text: jsonText },
} as const satisfies Record<string, Format>;

export const isFormat = (text: string): text is keyof typeof FORMATS =>
  Object.hasOwn(FORMATS, text);

/** The named ones, in this order, without those that are gone. @throws AppError when nothing is left. */
export async function* selectedPages(
  api: ApiClient,
  ids: readonly number[],
): AsyncGenerator<readonly Submission[], undefined> {
  let isAny = false;
  for (let at = 0; at < ids.length; at += READ_BATCH) {
    const answers = await Promise.all(
      ids
        .slice(at, at + READ_BATCH)
        .map((id) => api.GET("/api/v1/submissions/{id}", { params: { path: { id } } })),
    );
    const rows = answers
      .filter((answer) => errorOf(answer)?.code !== "not_found")
      .map((answer) => dataOf(answer));
    if (rows.length === 0) continue;
    isAny = true;
    yield rows;
  }
  if (isAny) return undefined;
  throw new AppError(
    "not_found",
    "None of these submissions is there. They may have been deleted.",
  );
}

/**
 * Twice through the rows, first for the columns alone: which there are is known only after the last
 * one. A row that came to match in between, with a field that has no column, is none of those asked for.
 */
async function* csvText(pages: () => Pages): AsyncGenerator<string, undefined> {
  // Spreadsheets take a file without it for one of their own country's letters.
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

/** RFC 4180. A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    // With a delimiter given, a cell with a lone line end would go unquoted.
    { record_delimiter: "\r\n", quote_record_delimiter: true, escape_formulas: true },
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
