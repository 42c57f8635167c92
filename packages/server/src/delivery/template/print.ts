/** Writes the value of a tag according to the context of the tag. */
import { ESCAPES, type Escape, jsonContent } from "./escape.ts";
import type { Context } from "./context.ts";
import { textOf, type Value } from "./value.ts";

export interface PrintedTag {
  readonly context: Context;
  /** `{{{x}}}`. */
  readonly isRaw: boolean;
  /** `JSONstringify x`. */
  readonly isJson: boolean;
  /** The template has quotes directly before and after the tag. */
  readonly isBetweenQuotes: boolean;
}

/** Contexts with JSON syntax, where the output of `JSONstringify` needs no further escaping. */
const JSON_CONTEXTS: ReadonlySet<Context> = new Set([
  "json_value",
  "json_string",
  "graphql_value",
  "graphql_string",
]);

/**
 * The common context after two alternative parts of a template; `undefined` if a tag there would need
 * different escaping after each of them.
 */
export function joinContexts(one: Context, other: Context): Context | undefined {
  if (ESCAPES[one] === ESCAPES[other]) return one;
  const isInTag = [one, other].every((context) => context === "xml_tag" || context === "xml_name");
  return isInTag ? "xml_name" : undefined;
}

/** Why the tag is not allowed in its context; `undefined` if it is allowed. */
export function printingProblem({ context, isRaw }: PrintedTag): string | undefined {
  const escape = ESCAPES[context];
  // A stranger's HTML in a mail could pass as the owner's.
  if (isRaw && context.startsWith("html_")) {
    return "In HTML every value is escaped. Write the tag with two braces, {{ }}.";
  }
  return isRaw || typeof escape === "function" ? undefined : escape.problem;
}

/** The function that turns the value of this tag into text. */
export function writerFor(tag: PrintedTag): (value: Value) => string {
  const { context, isRaw, isJson, isBetweenQuotes } = tag;
  const given = ESCAPES[context];
  const escape: Escape = isRaw || typeof given !== "function" ? (text) => text : given;
  if (!isJson) return (value) => escape(textOf(value));
  const isInString = JSON_CONTEXTS.has(context) ? context.endsWith("_string") : isBetweenQuotes;
  const json = isInString
    ? (value: Value) => jsonContent(textOf(value))
    : (value: Value) => JSON.stringify(value);
  return JSON_CONTEXTS.has(context) ? json : (value) => escape(json(value));
}
