/**
 * Commands that send one request for a record, or list records, made from a description. Their file says what they
 * take, which call of the SDK they make, and what they print; this one does the rest.
 */
import type { Intray } from "@intray/sdk";
import type { RecordName } from "@intray/sdk/records";
import type { Command } from "@oclif/core/command";
import type { Config } from "@oclif/core/config";
import type { ArgInput, FlagInput, InferredFlags } from "@oclif/core/interfaces";
import { BaseCommand } from "./base-command.ts";
import { requiredArgument, yesFlag } from "./flags/flags.ts";
import { parseId, readWords } from "./flags/ids.ts";
import { EXIT, type ExitCode } from "./errors/failure.ts";
import { forEachId } from "./records/for-each-id.ts";
import type { ListFlags } from "./flags/list-flags.ts";
import { chooseFormat, listFlags, MAX_PER_PAGE, maxRows, perPage } from "./flags/list-flags.ts";
import {
  chooseColumns,
  memberNames,
  pickColumns,
  recordFields,
  requireFields,
  type ChosenColumn,
} from "./records/fields.ts";
import type { Output } from "./terminal/output.ts";
import type { Column } from "./terminal/table.ts";
import type { Format } from "./config/config-file.ts";

type CommandClass = new (argv: string[], config: Config) => Command;

const { baseFlags } = BaseCommand;

/** Flags by name, as oclif makes them. */
type FlagTable = Readonly<Record<string, object>>;

interface HelpText {
  readonly summary: string;
  readonly description?: string;
  /** Whole command lines. */
  readonly examples: readonly string[];
}

export interface RecordArgument<Id> {
  readonly name: string;
  readonly description: string;
  /** Throws Failure 2 for a word that names no record. */
  parse(word: string, client: () => Promise<Intray>): Id | Promise<Id>;
}

export function idArgument(name: string, description: string): RecordArgument<number> {
  return { name, description, parse: parseId };
}

/** What was typed, and the form that `--form` or a setting names. */
interface Given<Id, Flags> {
  readonly id: Id;
  readonly flags: Flags;
  readonly formRef: (flag: string | undefined) => Promise<string | undefined>;
}

interface Shown {
  readonly out: Output;
  /** Of the server. */
  readonly origin: string;
}

interface RecordDescription<Id, Flags extends FlagTable, Input, Result> extends HelpText {
  /** Without it the command takes no argument. */
  readonly argument?: RecordArgument<Id>;
  /** Whether it takes several records, of which the document is a list; `-` reads their names from standard input. */
  readonly takesSeveral?: boolean;
  readonly flags?: Flags;
  /** The input of the call. Runs before anything is sent, and throws Failure 2 for what cannot be sent. */
  readonly input?: (given: Given<Id, InferredFlags<Flags>>) => Input | Promise<Input>;
  /** The question to confirm; adds `--yes`. `undefined` if this call needs no confirmation. */
  readonly confirm?: (id: Id, input: Input) => string | undefined;
  readonly call: (client: Intray, id: Id, input: Input) => Promise<Result>;
  /** What `--json` prints. Default: the result. */
  readonly document?: (result: Result, shown: Shown) => object;
  /** Without it all members are printed as fields. */
  readonly print?: (result: Result, shown: Shown) => void | Promise<void>;
}

/** A command that sends one request and prints its result; with `--json` the result is the document. */
export function recordCommand<Id, Flags extends FlagTable, Input, Result extends object>(
  description: RecordDescription<Id, Flags, Input, Result>,
): CommandClass {
  const { argument, input, confirm, call, document, print = printFields } = description;
  const flagInput = { ...description.flags, ...(confirm && { yes: yesFlag }) } as FlagInput;
  const args = argumentsOf(argument, description.takesSeveral === true);
  return class extends BaseCommand {
    static override summary = description.summary;
    static override description = description.description;
    static override examples = [...description.examples];
    static override args = args;
    static override flags = flagInput;

    #hasPrinted = false;

    override async run(): Promise<object> {
      const parsed = await this.parse({ baseFlags, flags: flagInput, args });
      const typedWords = [parsed.args[argument?.name ?? ""] ?? ""].flat();
      const words = description.takesSeveral ? await readWords(typedWords) : typedWords;
      if (words.length === 1) return this.#runOne(words[0] ?? "", parsed.flags);
      const get = (word: string) => this.#runOne(word, parsed.flags);
      const { done } = await forEachId(words, get, ({ id, message }) => {
        this.out.warn(`${id}: ${message}`);
        this.exitWith(EXIT.partial);
      });
      return done;
    }

    async #runOne(word: string, given: Readonly<Record<string, unknown>>): Promise<object> {
      // Without an argument Id is inferred as unknown, and nothing reads it.
      const id = (await argument?.parse(word, () => this.client())) as Id;
      const formRef = (flag: string | undefined) => this.formRef(flag);
      const toSend = (await input?.({ id, flags: typed<Flags>(given), formRef })) as Input;
      const question = confirm?.(id, toSend);
      if (question !== undefined) await this.confirm(question, given["yes"] === true);
      const result = await call(await this.client(), id, toSend);
      const shown = { out: this.out, origin: (await this.connection()).origin };
      if (this.jsonEnabled()) return document?.(result, shown) ?? result;
      if (this.#hasPrinted) await this.out.line("");
      this.#hasPrinted = true;
      await print(result, shown);
      return result;
    }
  };
}

const typed = <Flags extends FlagTable>(parsed: unknown) => parsed as InferredFlags<Flags>;

function argumentsOf(
  argument: Pick<RecordArgument<unknown>, "name" | "description"> | undefined,
  multiple: boolean,
): ArgInput {
  if (argument === undefined) return {};
  const { name, description } = argument;
  return { [name]: { ...requiredArgument(description), ...(multiple && { multiple }) } };
}

const printFields = (record: object, { out }: Shown) => out.fields(recordFields(record));

interface ListDescription<
  Flags extends FlagTable,
  Query,
  Name extends string,
  Row extends object,
> extends HelpText {
  /** Member of the envelope that holds the records. */
  readonly collection: Name;
  /** Shown without `--columns`. */
  readonly columns: readonly Column<Row>[];
  /** Whose members `--columns` takes. */
  readonly record: RecordName;
  readonly flags?: Flags;
  /** The parameters of the flags. Throws Failure 2 for what cannot be sent. */
  readonly query?: (given: Given<undefined, InferredFlags<Flags>>) => Query | Promise<Query>;
  readonly list: (
    client: Intray,
    query: Query & { readonly per_page: number },
  ) => { pages(): Pages<Name, Row> };
  /** By the number of rows that were printed. */
  readonly exitCode?: (given: {
    readonly flags: InferredFlags<Flags>;
    readonly count: number;
  }) => ExitCode | undefined;
}

export function listCommand<
  Flags extends FlagTable,
  Query extends object,
  Name extends string,
  Row extends object,
>(description: ListDescription<Flags, Query, Name, Row>): CommandClass {
  const { collection, columns, record, query, list } = description;
  const flagInput = { ...listFlags, ...description.flags } as FlagInput;
  return class extends BaseCommand {
    static override summary = description.summary;
    static override description = description.description;
    static override examples = [...description.examples];
    static override flags = flagInput;
    static override streamsJson = true;

    override async run(): Promise<void> {
      const parsed = await this.parse({ baseFlags, flags: flagInput, args: {} });
      const flags = typed<typeof listFlags>(parsed.flags);
      const formRef = (flag: string | undefined) => this.formRef(flag);
      const given = { id: undefined, flags: typed<Flags>(parsed.flags), formRef };
      const filters = (await query?.(given)) as Query;
      const format = chooseFormat(flags, await this.formatContext());
      const chosen = chooseColumns(flags.columns, columns, memberNames(record));
      // the first page says which fields there are
      const hasField = chosen?.some(({ isField }) => isField) === true;
      const per_page = hasField ? MAX_PER_PAGE : perPage(flags);
      const pages = list(await this.client(), { per_page, ...filters }).pages();
      const listing = { collection, pages, columns, chosen, flags, format };
      const count = await printListing(this.out, listing);
      const code = description.exitCode?.({ flags: given.flags, count });
      if (code !== undefined) this.exitWith(code);
    }
  };
}

/** The part of `meta` that is used here. */
interface PageMeta {
  readonly count?: number;
  /** False if `count` is a lower limit. */
  readonly count_exact?: boolean;
  readonly next_cursor?: string | null;
}

type Pages<Name extends string, Row> = AsyncIterable<
  { readonly [name in Name]: readonly Row[] } & { readonly meta: PageMeta }
>;

interface Listing<Name extends string, Row extends object> {
  /** Member of the envelope that holds the records. */
  readonly collection: Name;
  readonly pages: Pages<Name, Row>;
  /** Shown without `--columns`. */
  readonly columns: readonly Column<Row>[];
  /** By `--columns`. */
  readonly chosen: readonly ChosenColumn<Row>[] | undefined;
  readonly flags: ListFlags;
  readonly format: Format;
}

/** Prints the list and returns the number of rows; a note on stderr says when it was truncated. */
async function printListing<Name extends string, Row extends object>(
  out: Output,
  listing: Listing<Name, Row>,
): Promise<number> {
  const { flags, format, columns, chosen } = listing;
  const limited = new LimitedRows(listing, maxRows(flags));
  const toDocument = (row: Row) => pickColumns(row, chosen);
  if (format === "json") {
    await printEnvelope(out, listing.collection, mapRows(limited, toDocument), limited);
  } else {
    const style = { format, isWide: flags.wide, hasHeader: flags.headers, toDocument };
    await out.records(chosen ?? columns, limited, style);
  }
  if (limited.count === 0 && format === "table") {
    out.note(`No ${listing.collection.replaceAll("_", " ")}.`);
  }
  if (limited.isTruncated) out.note(truncationNote(limited));
  return limited.count;
}

/** The rows of the pages up to the limit, and the `meta` to print with them. */
class LimitedRows<Name extends string, Row extends object> implements AsyncIterable<Row> {
  readonly #listing: Pick<Listing<Name, Row>, "collection" | "pages" | "chosen">;
  readonly #max: number;
  meta: PageMeta = {};
  count = 0;
  isTruncated = false;

  constructor(
    listing: Pick<Listing<Name, Row>, "collection" | "pages" | "chosen">,
    max: number | undefined,
  ) {
    this.#listing = listing;
    this.#max = max ?? Number.POSITIVE_INFINITY;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Row> {
    const { pages, collection, chosen = [] } = this.#listing;
    for await (const page of pages) {
      const rows: readonly Row[] = page[collection];
      const { meta } = page;
      if (this.count === 0) requireFields(chosen, rows);
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
  if (out.hasExpression) {
    const all = await Array.fromAsync(rows);
    return out.json({ [collection]: all, meta: limited.meta });
  }
  // written with the first row, so that stdout stays empty when the first request fails
  const opening = `{${JSON.stringify(collection)}: [`;
  let before = `${opening}\n`;
  for await (const row of rows) {
    await out.write(`${before}${out.jsonText(JSON.stringify(row))}`);
    before = ",\n";
  }
  const isEmpty = before !== ",\n";
  const meta = out.jsonText(JSON.stringify(limited.meta));
  await out.line(`${isEmpty ? opening : "\n"}],\n"meta": ${meta}}`);
}

async function* mapRows<Row, To>(
  rows: AsyncIterable<Row>,
  map: (row: Row) => To,
): AsyncGenerator<To> {
  for await (const row of rows) yield map(row);
}

function truncationNote({ count, meta }: { count: number; meta: PageMeta }): string {
  const total = meta.count?.toLocaleString("en") ?? "more";
  const all = meta.count_exact === false ? `at least ${total}` : total;
  return `Showing ${count.toLocaleString("en")} of ${all}; add --all for the rest.`;
}
