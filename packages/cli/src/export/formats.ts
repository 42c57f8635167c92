/** The formats an export can be written in. Each takes pages and writes to a sink, a page in memory at a time. */
import type { Submission } from "@intray/sdk";
import { cellsOf, collectColumns, METADATA_COLUMNS } from "./csv-columns.ts";
import { csvHeader, csvLines } from "./csv-lines.ts";
import type { CsvStyle } from "./csv-lines.ts";
import { openSpool } from "./row-spool.ts";
import type { Sink } from "./sink.ts";

type Pages = AsyncIterable<readonly Submission[]>;

const ROWS_A_WRITE = 100;

export interface FormatOptions extends CsvStyle {
  /** CSV: just these. */
  readonly columns: readonly string[] | undefined;
}

export function writeAs(
  format: "ndjson" | "json" | "csv",
  pages: Pages,
  sink: Sink,
  options: FormatOptions,
): Promise<void> {
  if (format === "ndjson") return writeNdjson(pages, sink);
  if (format === "json") return writeJson(pages, sink);
  return options.columns === undefined
    ? writeCsv(pages, sink, options)
    : writeCsvOf(options.columns, pages, sink, options);
}

/** One JSON document a line. */
async function writeNdjson(pages: Pages, sink: Sink): Promise<void> {
  for await (const page of pages) {
    await sink.write(page.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }
}

/** One document in the shape of the API's lists. */
async function writeJson(pages: Pages, sink: Sink): Promise<void> {
  let count = 0;
  await sink.write('{"submissions": [');
  for await (const page of pages) {
    const rows = page.map((row) => `\n${JSON.stringify(row)}`).join(",");
    await sink.write(count === 0 ? rows : `,${rows}`);
    count += page.length;
  }
  await sink.write(`],\n"meta": {"count": ${count}}}\n`);
}

/** With the columns known: one pass. */
async function writeCsvOf(
  columns: readonly string[],
  pages: Pages,
  sink: Sink,
  style: CsvStyle,
): Promise<void> {
  await sink.write(csvHeader(columns, style));
  for await (const page of pages) {
    await sink.write(
      csvLines(
        page.map((row) => cellsOf(columns, row)),
        style,
      ),
    );
  }
}

/** The union of all columns in first-seen order: the rows wait on disk until the last one was seen. */
async function writeCsv(pages: Pages, sink: Sink, style: CsvStyle): Promise<void> {
  const columns = new Set(METADATA_COLUMNS);
  const spool = await openSpool();
  try {
    for await (const page of pages) {
      for (const row of page) collectColumns(columns, row);
      await spool.add(page);
    }
    await writeCsvOf([...columns], inPages(spool.rows()), sink, style);
  } finally {
    await spool.close();
  }
}

async function* inPages(rows: AsyncIterable<Submission>): AsyncGenerator<readonly Submission[]> {
  let page: Submission[] = [];
  for await (const row of rows) {
    if (page.push(row) < ROWS_A_WRITE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
