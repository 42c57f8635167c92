/** Escapes the value of `{{x}}` for each context, so that no value can change the structure of the document. */
import { escapePair } from "./multipart.ts";
import type { Context } from "./context.ts";
import { HTML_ESCAPES } from "./html-escape.ts";
import { NOT_IN_NAME, NOT_NAME_START, NOT_XML } from "./xml-characters.ts";

export type Escape = (text: string) => string;

/** The escape function of each context, or why a tag is not allowed there. */
export const ESCAPES: Readonly<Record<Context, Escape | { readonly problem: string }>> = {
  ...HTML_ESCAPES,
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
};

function notAllowedIn(where: string) {
  return {
    problem: `A tag is not allowed in ${where}. To leave out a part of the template, write {{!-- … --}} around it.`,
  };
}

/** The content of a JSON string, without its quotes; GraphQL strings use the same escapes. */
export function jsonContent(text: string): string {
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
