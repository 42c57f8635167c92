/** Flags that are members of a request: one table says which flag is which member, and how its value is read. */
import { EXIT, Failure } from "../errors/failure.ts";

interface MemberFlag<Input> {
  /** Its name in the API. */
  readonly member: keyof Input & string;
  /** As oclif makes it. */
  readonly flag: object;
  /** Makes the member of the flag's value, such as the text of the file that the flag names. */
  readonly read?: (value: string) => unknown;
}

/** By the name of the flag. */
export type MemberFlags<Input> = Readonly<Record<string, MemberFlag<Input>>>;

/** The flags of the table. */
export function flagsOf<Table extends Readonly<Record<string, { readonly flag: unknown }>>>(
  table: Table,
): { [Name in keyof Table]: Table[Name]["flag"] };
export function flagsOf(table: Readonly<Record<string, { readonly flag: unknown }>>) {
  return Object.fromEntries(Object.entries(table).map(([name, { flag }]) => [name, flag]));
}

/** The members whose flags are given, and those of `--set`. Throws Failure 2 for an invalid `--set`. */
export async function membersOf<Input>(
  table: MemberFlags<Input>,
  flags: Readonly<Record<string, unknown>>,
): Promise<{ [Member in keyof Input]?: Input[Member] }>;
export async function membersOf(
  table: MemberFlags<Record<string, unknown>>,
  { set, ...flags }: { readonly set?: readonly string[] } & Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const members = Object.fromEntries(parseApiFields(set ?? [], "--set"));
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
  throw new Failure({
    exit: EXIT.usage,
    code: "usage",
    message: "There is nothing to change.",
    hint: "Add --help to see the settings; --set NAME=TEXT sets any member of the API.",
  });
}

/** Splits at the first `=`; a colon directly before it is part of the operator. */
const PAIR = /^([^=]*?)(:?=)(.*)$/s;

type ApiFields = ReadonlyMap<string, unknown>;

/** The fields in order. Throws Failure 2 for a word that is not a field, and for invalid JSON after `:=`. */
export function parseApiFields(words: readonly string[], flag = "-f"): ApiFields {
  return new Map(words.map((word) => parsePair(word, flag)));
}

/** The fields as query parameters; values other than strings become JSON. */
export function asQuery(fields: ApiFields): Record<string, string> {
  return Object.fromEntries(
    [...fields].map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}

function parsePair(word: string, flag: string): [string, unknown] {
  const [, name, operator, value] = PAIR.exec(word) ?? [];
  if (name === undefined || name === "" || value === undefined) {
    throw usage(`${flag} ${word} is not a field.`, "Write it as name=text or name:=JSON.");
  }
  return [name, operator === ":=" ? parseValue(`${flag} ${word}`, value) : value];
}

function parseValue(given: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw usage(`${given} has invalid JSON after :=.`, "Write a string as name=text.");
  }
}

function usage(message: string, hint: string): Failure {
  return new Failure({ exit: EXIT.usage, code: "usage", message, hint });
}
