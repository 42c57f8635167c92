/**
 * Commands that send one request for a record, or list records, made from a description. Their file says what they
 * take, which call of the SDK they make, and what they print; this one does the rest.
 */
import type { Intray } from "@intray/sdk";
import type { RecordName } from "@intray/sdk/records";
import * as Args from "@oclif/core/args";
import type { Command } from "@oclif/core/command";
import type { Config } from "@oclif/core/config";
import type { FlagInput, InferredFlags } from "@oclif/core/interfaces";
import { BaseCommand } from "./base-command.ts";
import { yesFlag } from "./flags/flags.ts";
import { parseId } from "./flags/ids.ts";
import { chooseFormat, listFlags, perPage } from "./flags/list-flags.ts";
import { memberNames, recordFields } from "./records/fields.ts";
import { printListing } from "./records/listing.ts";
import type { Pages } from "./records/listing.ts";
import type { Output } from "./terminal/output.ts";
import type { Column } from "./terminal/table.ts";

/** A command as oclif loads it. */
export type CommandClass = new (argv: string[], config: Config) => Command;

const { baseFlags } = BaseCommand;

/** Flags by name, as oclif makes them. */
type FlagTable = Readonly<Record<string, object>>;

interface HelpText {
  readonly summary: string;
  readonly description?: string;
  /** Whole command lines. */
  readonly examples: readonly string[];
}

/** The argument that names a record. */
export interface RecordArgument<Id> {
  readonly name: string;
  readonly description: string;
  /** Throws Failure 2 for a word that names no record. */
  parse(word: string): Id;
}

/** An argument for the id of a record. */
export function idArgument(name: string, description: string): RecordArgument<number> {
  return { name, description, parse: parseId };
}

/** What was typed, and the form that `--form` or a setting names. */
export interface Given<Id, Flags> {
  readonly id: Id;
  readonly flags: Flags;
  readonly formRef: (flag: string | undefined) => Promise<string | undefined>;
}

/** Where a record is printed. */
export interface Shown {
  readonly out: Output;
  /** Of the server. */
  readonly origin: string;
}

export interface RecordDescription<Id, Flags extends FlagTable, Input, Result> extends HelpText {
  /** Without it the command takes no argument. */
  readonly argument?: RecordArgument<Id>;
  readonly flags?: Flags;
  /** The input of the call. Runs before anything is sent, and throws Failure 2 for what cannot be sent. */
  readonly input?: (given: Given<Id, InferredFlags<Flags>>) => Input | Promise<Input>;
  /** The question to confirm; adds `--yes`. `undefined` if this call needs no confirmation. */
  readonly confirm?: (id: Id, input: Input) => string | undefined;
  readonly call: (client: Intray, id: Id, input: Input) => Promise<Result>;
  /** Without it all members are printed as fields. */
  readonly print?: (result: Result, shown: Shown) => void | Promise<void>;
}

/** A command that sends one request and prints its result; with `--json` the result is the document. */
export function recordCommand<Id, Flags extends FlagTable, Input, Result extends object>(
  description: RecordDescription<Id, Flags, Input, Result>,
): CommandClass {
  const { argument, input, confirm, call, print = printFields } = description;
  const flagInput = { ...description.flags, ...(confirm && { yes: yesFlag }) } as FlagInput;
  const args = argumentsOf(argument);
  return class extends BaseCommand {
    static override summary = description.summary;
    static override description = description.description;
    static override examples = [...description.examples];
    static override args = args;
    static override flags = flagInput;

    override async run(): Promise<Result> {
      const parsed = await this.parse({ baseFlags, flags: flagInput, args });
      const flags = typed<Flags>(parsed.flags);
      // Without an argument Id is inferred as unknown, and nothing reads it.
      const id = argument?.parse(parsed.args[argument.name] ?? "") as Id;
      const given = { id, flags, formRef: (flag: string | undefined) => this.formRef(flag) };
      const toSend = (await input?.(given)) as Input;
      const question = confirm?.(id, toSend);
      if (question !== undefined) await this.confirm(question, parsed.flags["yes"] === true);
      const result = await call(await this.client(), id, toSend);
      if (!this.jsonEnabled()) {
        await print(result, { out: this.out, origin: (await this.connection()).origin });
      }
      return result;
    }
  };
}

/** The flags of a table after oclif has parsed them. */
function typed<Flags extends FlagTable>(parsed: unknown): InferredFlags<Flags> {
  return parsed as InferredFlags<Flags>;
}

function argumentsOf(argument: Pick<RecordArgument<unknown>, "name" | "description"> | undefined) {
  if (argument === undefined) return {};
  const { name, description } = argument;
  return { [name]: Args.string({ required: true, ignoreStdin: true, description }) };
}

function printFields(record: object, { out }: Shown): Promise<void> {
  return out.fields(recordFields(record));
}

export interface ListDescription<
  Flags extends FlagTable,
  Query,
  Name extends string,
  Row extends object,
> extends HelpText {
  /** Member of the envelope that holds the records. */
  readonly collection: Name;
  /** Shown without `--fields`. */
  readonly columns: readonly Column<Row>[];
  /** Whose members `--fields` takes. */
  readonly record: RecordName;
  readonly flags?: Flags;
  /** The parameters of the flags. Throws Failure 2 for what cannot be sent. */
  readonly query?: (given: Given<undefined, InferredFlags<Flags>>) => Query | Promise<Query>;
  readonly list: (
    client: Intray,
    query: Query & { readonly per_page: number },
  ) => { pages(): Pages<Name, Row> };
}

/** A command that lists records in the format of its flags. */
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
      const pages = list(await this.client(), { per_page: perPage(flags), ...filters }).pages();
      await printListing(this.out, {
        collection,
        pages,
        columns,
        members: memberNames(record),
        flags,
        format,
      });
    }
  };
}
