/** Flags that are members of a request: one table says which flag is which member, and how its value is read. */
import { parseApiFields } from "./api-fields.ts";

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
