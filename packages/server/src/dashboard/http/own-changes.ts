/** What somebody has changed on a page of settings, so that settings that others changed meanwhile are kept. */
import { isDeepStrictEqual } from "node:util";
import { tryOrUndefined } from "../../platform/errors.ts";
import type { Posted } from "./body.ts";

/** The input that has the settings that the page was rendered with, as JSON. */
export const ORIGINAL = "original";
/** Name of the choice between two values of a setting; posted as `mine` or `theirs`. */
export const choiceOf = (setting: string): string => `choice_${setting}`;

/** A setting that two people changed differently. */
export interface Conflict {
  readonly setting: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface OwnChanges<T> {
  /** The settings to send. */
  readonly changes: Partial<T>;
  /** Nothing may be sent while there is one. */
  readonly conflicts: readonly Conflict[];
}

/**
 * Compares what was typed with what the page was rendered with, and with what is stored now. Without what the page
 * was rendered with, every setting counts as changed.
 *
 * @param stored The settings now, with the members of `typed`.
 */
export function findOwnChanges<T extends object>(
  posted: Posted,
  { typed, stored }: { readonly typed: T; readonly stored: { readonly [K in keyof T]: unknown } },
): OwnChanges<T> {
  const original = readOriginal(posted);
  if (original === undefined) return { changes: typed, conflicts: [] };
  const now: Readonly<Record<string, unknown>> = stored;
  const own = Object.entries(typed).filter(
    ([setting, value]) =>
      !isSame(value, original[setting]) && posted.text(choiceOf(setting)) !== "theirs",
  );
  const conflicts = own.flatMap(([setting, mine]) => {
    const theirs = now[setting];
    return isSame(theirs, original[setting]) || isSame(theirs, mine)
      ? []
      : [{ setting, mine: mine as unknown, theirs }];
  });
  return { changes: Object.fromEntries(own) as Partial<T>, conflicts };
}

/** How each setting is read from the inputs of a page. */
export type InputReaders<T> = { readonly [K in keyof T]: (posted: Posted) => T[K] };

/**
 * Reads the settings that have an input on the posted page. The others would look empty, and saving them would erase
 * them. Without what the page was rendered with, a program posts, and all of them are read.
 */
export function readInputs<T extends object>(posted: Posted, readers: InputReaders<T>): Partial<T> {
  const isByProgram = readOriginal(posted) === undefined;
  const names = Object.keys(readers) as (keyof T)[];
  const read = names.flatMap((setting) => {
    let isShown = isByProgram;
    const see = (name: string) => {
      isShown ||= posted.isOnPage(name);
      return name;
    };
    const value = readers[setting]({
      text: (name) => posted.text(see(name)),
      textArea: (name) => posted.textArea(see(name)),
      texts: (name) => posted.texts(see(name)),
      has: (name) => posted.has(see(name)),
      isOnPage: (name) => posted.isOnPage(see(name)),
      lines: (name) => posted.lines(see(name)),
    });
    return isShown ? [[setting, value] as const] : [];
  });
  return Object.fromEntries(read) as Partial<T>;
}

/** Returns what the page was rendered with; `undefined` if that was not posted. */
export function readOriginal(posted: Posted): Readonly<Record<string, unknown>> | undefined {
  const value = tryOrUndefined<unknown>(() => JSON.parse(posted.text(ORIGINAL)));
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)
    : undefined;
}

/**
 * Browsers change line breaks, and what is typed is trimmed, except patterns of fields. The order of members does not
 * matter.
 */
const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(normal(a), normal(b));

const normal = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (name, inner: unknown) =>
    typeof inner === "string" && name !== "pattern" ? inner.replaceAll("\r\n", "\n").trim() : inner,
  ) as unknown;
