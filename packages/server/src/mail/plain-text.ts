/** The text part of mails. */
import type { ShownField } from "./shown-fields.ts";

/** Before each line of a submission, so that none looks like a line that Intray wrote. */
const INDENT = "  ";

/** Returns `  name: value`; a value of several lines begins below its name. */
export function textEntry({ name, value }: ShownField): string {
  const label = `${INDENT}${toOneLine(name)}:`;
  return /[\n\u2028\u2029]/.test(value)
    ? `${label}\n${value.replaceAll(/^/gm, INDENT + INDENT)}`
    : `${label} ${value}`;
}

export const toOneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

/** Joins paragraphs; empty ones and `undefined` are left out. */
export const paragraphs = (parts: readonly (string | undefined)[]): string =>
  `${parts.filter((part) => part !== undefined && part !== "").join("\n\n")}\n`;

/** The end of a mail, behind the line by which mail programs know a signature. */
export const signature = (lines: readonly (string | undefined)[]): string =>
  ["-- ", ...lines.filter((line) => line !== undefined)].join("\n");
