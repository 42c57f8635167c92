/**
 * Flags that are members of a request. A table says which flag is which member; the type, the values and the limits
 * of the flag come from the API document.
 */
import type { MemberInfo } from "@intray/sdk/records";
import * as Flags from "@oclif/core/flags";
import type { BooleanFlag, OptionFlag } from "@oclif/core/interfaces";
import { usageFailure } from "../errors/failure.ts";

/** What the API document does not say of a flag. */
interface FlagWords<Member> {
  readonly member: Member;
  readonly helpValue?: string;
  /** Default: the first sentence of the API document about the member. */
  readonly description?: string;
  readonly exclusive?: string[];
  /** Makes the member of the flag's text, such as the text of the file that the flag names. */
  readonly read?: (text: string) => unknown;
}

export interface MemberFlag<Flag extends object = object> {
  readonly member: string;
  /** As oclif makes it. */
  readonly flag: Flag;
  readonly read?: (text: string) => unknown;
}

/** By the name of the flag. */
type MemberFlags = Readonly<Record<string, MemberFlag>>;

type FlagOf<Info> = Info extends { type: "enum"; values: readonly (infer Value)[] }
  ? OptionFlag<Value | undefined>
  : Info extends { type: "integer" | "number" }
    ? OptionFlag<number | undefined>
    : Info extends { type: "boolean" }
      ? BooleanFlag<boolean>
      : Info extends { type: "array" }
        ? OptionFlag<string[] | undefined>
        : OptionFlag<string | undefined>;

export function memberFlags<
  const Members extends Readonly<Record<string, MemberInfo>>,
  const Table extends Readonly<Record<string, FlagWords<keyof Members & string>>>,
>(
  members: Members,
  table: Table,
): {
  readonly [Name in keyof Table]: MemberFlag<
    Table[Name] extends { readonly read: unknown }
      ? OptionFlag<string | undefined>
      : FlagOf<Members[Table[Name]["member"]]>
  >;
};
export function memberFlags(
  members: Readonly<Record<string, MemberInfo>>,
  table: Readonly<Record<string, FlagWords<string>>>,
): MemberFlags {
  return Object.fromEntries(
    Object.entries(table).map(([name, { member, read, ...words }]) => {
      const info: MemberInfo = members[member] ?? { type: "string" };
      const { description = info.description } = words;
      const all = { ...words, ...(description !== undefined && { description }) };
      const flag = read === undefined ? flagOf(info, all) : Flags.string(all);
      return [name, { member, flag, ...(read && { read }) }];
    }),
  );
}

function flagOf(info: MemberInfo, words: Omit<FlagWords<string>, "member" | "read">): object {
  switch (info.type) {
    case "integer":
    case "number":
      return Flags.integer({ ...words, ...limitsOf(info) });
    case "boolean":
      return Flags.boolean({ ...words, allowNo: true });
    case "enum":
      return Flags.option({ ...words, options: info.values ?? [] })();
    case "array":
      return Flags.string({ ...words, multiple: true, multipleNonGreedy: true });
    case "string":
    case "date-time":
    case "object":
    case "mixed":
      return Flags.string(words);
  }
}

const limitsOf = ({ minimum, maximum }: MemberInfo): { min?: number; max?: number } => ({
  ...(minimum !== undefined && { min: minimum }),
  ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { max: maximum }),
});

export function flagsOf<Table extends MemberFlags>(
  table: Table,
): { [Name in keyof Table]: Table[Name]["flag"] };
export function flagsOf(table: MemberFlags) {
  return Object.fromEntries(Object.entries(table).map(([name, { flag }]) => [name, flag]));
}

/** Texts of `--set` that are values of these types; the server refuses others. */
const LITERALS: Partial<Record<MemberInfo["type"], RegExp>> = {
  boolean: /^(?:true|false)$/,
  integer: /^-?\d+$/,
  number: /^-?\d+(?:\.\d+)?$/,
};

/** The members whose flags are given, and those of `--set` with the types of `info`. Throws Failure 2 for an invalid `--set`. */
export async function membersOf<Input>(
  table: MemberFlags,
  flags: Readonly<Record<string, unknown>>,
  info?: Readonly<Record<string, MemberInfo>>,
): Promise<{ [Member in keyof Input]?: Input[Member] }>;
export async function membersOf(
  table: MemberFlags,
  { set, ...flags }: { readonly set?: readonly string[] } & Readonly<Record<string, unknown>>,
  info: Readonly<Record<string, MemberInfo>> = {},
): Promise<Record<string, unknown>> {
  const members: Record<string, unknown> = {};
  for (const [name, value] of parseApiFields(set ?? [], "--set")) {
    const isLiteral = LITERALS[info[name]?.type ?? "string"]?.test(String(value)) === true;
    members[name] = isLiteral ? JSON.parse(String(value)) : value;
  }
  for (const [name, { member, read }] of Object.entries(table)) {
    const value = flags[name];
    if (value === undefined) continue;
    members[member] = typeof value === "string" && read !== undefined ? await read(value) : value;
  }
  return members;
}

/** Returns the input. Throws Failure 2 when it is empty. */
export function requireChange<Input extends object>(input: Input): Input {
  if (Object.keys(input).length > 0) return input;
  throw usageFailure(
    "There is nothing to change.",
    "Add --help to see the settings; --set NAME=TEXT sets any member of the API.",
  );
}

/** Splits at the first `=`; a colon directly before it is part of the operator. */
const PAIR = /^([^=]*?)(:?=)(.*)$/s;

type ApiFields = ReadonlyMap<string, unknown>;

/** The fields in order. Throws Failure 2 for a word that is not a field, and for invalid JSON after `:=`. */
export const parseApiFields = (words: readonly string[], flag = "--field"): ApiFields =>
  new Map(words.map((word) => parsePair(word, flag)));

/** The fields as query parameters; values other than strings become JSON. */
export const asQuery = (fields: ApiFields): Record<string, string> =>
  Object.fromEntries(
    [...fields].map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );

function parsePair(word: string, flag: string): [string, unknown] {
  const [, name, operator, value] = PAIR.exec(word) ?? [];
  if (name === undefined || name === "" || value === undefined) {
    throw usageFailure(`${flag} ${word} is not a field.`, "Write it as name=text or name:=JSON.");
  }
  return [name, operator === ":=" ? parseValue(`${flag} ${word}`, value) : value];
}

function parseValue(given: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw usageFailure(`${given} has invalid JSON after :=.`, "Write a string as name=text.");
  }
}
