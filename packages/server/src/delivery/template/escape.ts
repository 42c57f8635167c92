/** Writes the value of a tag, escaped for its context, so that no value can change the structure of the document. */
import { escapePair } from "./multipart.ts";
import type { Context } from "./context.ts";
import { NOT_IN_NAME, NOT_NAME_START, NOT_XML } from "./xml-characters.ts";
import { textOf, type Value } from "./tags.ts";

type Escape = (text: string) => string;

const LEAVE_OUT = "To leave out a part of the template, write {{!-- … --}} around it.";

/** The escape function of each context, a function of its own, or why a tag is not allowed there. */
const ESCAPES: Readonly<Record<Context, Escape | { readonly problem: string }>> = {
  text: (text) => text,
  urlencoded: urlencode,
  multipart: escapePair,
  json_value: jsonContent,
  json_string: jsonContent,
  graphql_value: jsonContent,
  graphql_string: jsonContent,
  graphql_block_string: {
    problem:
      'A tag is not allowed in a """block string""", where values cannot be escaped. Write the tag in a "string" instead.',
  },
  graphql_comment: notAllowedIn("a GraphQL comment"),
  xml_text: xmlText,
  xml_tag: (text) => xmlName(text).replace(NOT_NAME_START, (first) => `_${first}`) || "_",
  xml_name: xmlName,
  xml_double_quoted: xmlAttribute,
  xml_single_quoted: xmlAttribute,
  xml_cdata: cdata,
  xml_comment: notAllowedIn("an XML comment"),
  xml_instruction: notAllowedIn("<?…?>"),
  xml_declaration: notAllowedIn("<!…>"),
  html_text: (text) => html(text).replaceAll(/\r\n|\r|\n/g, "<br>"),
  html_double_quoted: (text) => html(text),
  html_single_quoted: (text) => html(text),
  html_double_quoted_url: (text) => html(linkable(text)),
  html_single_quoted_url: (text) => html(linkable(text)),
  html_name: notAllowedIn("the name of an element", ""),
  html_tag: notAllowedIn("an HTML tag outside of quotes", ""),
  html_unquoted: notAllowedIn("an attribute without quotes", 'Write "…" around it.'),
  html_double_quoted_code: notAllowedIn("style, srcdoc and event attributes", ""),
  html_single_quoted_code: notAllowedIn("style, srcdoc and event attributes", ""),
  html_script: notAllowedIn("<script>", ""),
  html_style: notAllowedIn("<style>", ""),
  html_comment: notAllowedIn("an HTML comment"),
  html_declaration: notAllowedIn("<!…> and <?…>", ""),
};

function notAllowedIn(where: string, advice = LEAVE_OUT) {
  return { problem: `A tag is not allowed in ${where}. ${advice}`.trim() };
}

/** The content of a JSON string, without its quotes; GraphQL strings use the same escapes. */
function jsonContent(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Percent-encodes every character except A-Z a-z 0-9 - . _ ~ (RFC 3986). */
function urlencode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  // A parser normalizes these to a line feed in text, and to spaces in attributes.
  "\r": "&#13;",
  "\n": "&#10;",
  "\t": "&#9;",
};

const xml = (text: string) => text.replaceAll(NOT_XML, "\uFFFD");

function xmlText(text: string): string {
  return xml(text).replace(/[&<>"'\r]/g, (character) => ENTITIES[character] ?? "");
}

function xmlAttribute(text: string): string {
  return xml(text).replace(/[&<>"'\r\n\t]/g, (character) => ENTITIES[character] ?? "");
}

function xmlName(text: string): string {
  return text.replaceAll(NOT_IN_NAME, "_");
}

/** CDATA has no escapes, so `]]>` is split between two CDATA sections. */
function cdata(text: string): string {
  return xml(text)
    .replace(/(^|\])>/g, "$1]]><![CDATA[>")
    .replace(/\]$/, "]]]><![CDATA[");
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

/** Control characters other than white space, and lone surrogates, which HTML cannot contain. */
// oxlint-disable-next-line no-control-regex
const NOT_HTML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/gu;

const html = (text: string): string =>
  text
    .replaceAll(NOT_HTML, "\uFFFD")
    .replaceAll(/[&<>"'`]/g, (character) => HTML_ENTITIES[character] ?? character);

/** The value if it is a link that mail programs open; else "#", so that text after it cannot become a scheme. */
const linkable = (text: string): string =>
  /^(?:https?:\/\/|mailto:|tel:)/i.test(text.trim()) ? text.trim() : "#";

interface PrintedTag {
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
