/** Prints a list of the API page by page, up to the limit, in the chosen format. */
import type { Format } from "../config/config-file.ts";
import { chooseColumns, fieldColumns, parseFields, pickFields } from "./fields.ts";
import { maxRows, type ListFlags } from "../flags/list-flags.ts";
import type { Output } from "../terminal/output.ts";
import type { Column } from "../terminal/table.ts";

/** The part of `meta` that is used here. */
interface PageMeta {
  readonly count?: number;
  readonly next_cursor?: string | null;
}

/** Pages of a list. */
export type Pages<Name extends string, Row> = AsyncIterable<
  { readonly [name in Name]: readonly Row[] } & { readonly meta: PageMeta }
>;

export interface Listing<Name extends string, Row extends object> {
  /** Member of the envelope that holds the records. */
  readonly collection: Name;
  readonly pages: Pages<Name, Row>;
  /** Shown without `--fields`. */
  readonly columns: readonly Column<Row>[];
  /** Members of a record, for `--fields`. */
  readonly members: readonly string[];
  readonly flags: ListFlags;
  readonly format: Format;
}

/** Prints the list; a note on stderr says when it was truncated. */
export async function printListing<Name extends string, Row extends object>(
  out: Output,
  listing: Listing<Name, Row>,
): Promise<void> {
  const { flags, format, members } = listing;
  const names = flags.fields === undefined ? undefined : parseFields(flags.fields, members);
  const limited = new LimitedRows(listing.pages, listing.collection, maxRows(flags));
  if (format === "json" || format === "ndjson") {
    chooseColumns(flags.columns, listing.columns, listing);
    const rows = names === undefined ? limited : mapRows(limited, (row) => pickFields(row, names));
    if (format === "json") await printEnvelope(out, listing.collection, rows, limited);
    else await out.records<object>([], rows, { format });
  } else {
    const columns =
      names === undefined
        ? chooseColumns(flags.columns, listing.columns, listing)
        : fieldColumns(names);
    await out.records(columns, limited, { format, isWide: flags.wide, hasHeader: flags.headers });
  }
  if (limited.count === 0 && format === "table") {
    out.note(`No ${listing.collection.replaceAll("_", " ")}.`);
  }
  if (limited.isTruncated) out.note(truncationNote(limited));
}

/** The rows of the pages up to the limit, and the `meta` to print with them. */
class LimitedRows<Name extends string, Row> implements AsyncIterable<Row> {
  readonly #pages: Pages<Name, Row>;
  readonly #collection: Name;
  readonly #max: number;
  meta: PageMeta = {};
  count = 0;
  isTruncated = false;

  constructor(pages: Pages<Name, Row>, collection: Name, max: number | undefined) {
    this.#pages = pages;
    this.#collection = collection;
    this.#max = max ?? Number.POSITIVE_INFINITY;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Row> {
    for await (const page of this.#pages) {
      const rows: readonly Row[] = page[this.#collection];
      const { meta } = page;
      const total = this.meta.count ?? meta.count;
      this.meta = { ...meta, ...(total === undefined ? {} : { count: total }) };
      for (const row of rows) {
        if (this.count === this.#max) return this.#truncate();
        this.count += 1;
        yield row;
      }
      if (this.count === this.#max) {
        this.isTruncated = meta.next_cursor == null ? (total ?? 0) > this.count : true;
        return;
      }
    }
  }

  /** Drops the cursor of a page that was not printed completely: it would skip the rest of the page. */
  #truncate(): void {
    this.isTruncated = true;
    const { next_cursor: _, ...meta } = this.meta;
    this.meta = meta;
  }
}

async function printEnvelope(
  out: Output,
  collection: string,
  rows: AsyncIterable<object>,
  limited: { readonly meta: PageMeta },
): Promise<void> {
  // written with the first row, so that stdout stays empty when the first request fails
  const opening = `{${JSON.stringify(collection)}: [`;
  let before = `${opening}\n`;
  for await (const row of rows) {
    await out.write(`${before}${out.jsonText(JSON.stringify(row))}`);
    before = ",\n";
  }
  const isEmpty = before !== ",\n";
  await out.line(`${isEmpty ? opening : "\n"}],\n"meta": ${JSON.stringify(limited.meta)}}`);
}

async function* mapRows<Row, To>(
  rows: AsyncIterable<Row>,
  map: (row: Row) => To,
): AsyncGenerator<To> {
  for await (const row of rows) yield map(row);
}

function truncationNote({ count, meta }: { count: number; meta: PageMeta }): string {
  const all = meta.count === undefined ? "more" : meta.count.toLocaleString("en");
  return `Showing ${count.toLocaleString("en")} of ${all}; add --all for the rest.`;
}
