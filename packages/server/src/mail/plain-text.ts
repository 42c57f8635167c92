/** The text part of mails. */
import type { ShownField } from "./shown-fields.ts";

/** Continues a value on more lines. Indented, so that no value looks like a line that Intray wrote. */
const INDENT = "    ";

/** Returns `name: value`; a value of several lines begins below its name. */
export function textEntry({ name, value }: ShownField): string {
  if (!value.includes("\n")) return `${oneLine(name)}: ${value}`;
  return `${oneLine(name)}:\n${value.replaceAll(/^/gm, INDENT)}`;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");

/** Joins paragraphs; empty ones and `undefined` are left out. */
export function paragraphs(parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined && part !== "").join("\n\n")}\n`;
}

/** The end of a mail, behind the line by which mail programs know a signature. */
export const signature = (lines: readonly (string | undefined)[]): string =>
  ["-- ", ...lines.filter((line) => line !== undefined)].join("\n");
