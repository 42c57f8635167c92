/** How `{{x}}` is written in each place, so that no value can leave the place it was put in. */
import { escapePair } from "./multipart.ts";
import type { Place } from "./place.ts";
import { NOT_IN_NAME, NOT_NAME_START, NOT_XML } from "./xml-characters.ts";

export type Escape = (text: string) => string;

/** Or, in words, why no tag can stand there. */
export const ESCAPES: Readonly<Record<Place, Escape | { readonly refused: string }>> = {
  text: (text) => text,
  urlencoded,
  multipart: escapePair,
  json_value: jsonContent,
  json_string: jsonContent,
  graphql_value: jsonContent,
  graphql_string: jsonContent,
  graphql_block_string: {
    refused:
      'A tag cannot stand in a """block string""", where nothing is escaped; write it in "…".',
  },
  graphql_comment: refusal("a comment of GraphQL"),
  xml_text: xmlText,
  xml_tag: (text) => xmlName(text).replace(NOT_NAME_START, (first) => `_${first}`) || "_",
  xml_name: xmlName,
  xml_double_quoted: xmlAttribute,
  xml_single_quoted: xmlAttribute,
  xml_cdata: cdata,
  xml_comment: refusal("a comment of XML"),
  xml_instruction: refusal("<?…?>"),
  xml_declaration: refusal("<!…>"),
};

function refusal(where: string) {
  return {
    refused: `A tag cannot stand in ${where}; a part that is left out is written {{!-- … --}}.`,
  };
}

/** The text as it stands between the quotes of a JSON string; GraphQL's strings have the same escapes. */
export function jsonContent(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Every character but A-Z a-z 0-9 - . _ ~ as its UTF-8 bytes. */
function urlencoded(text: string): string {
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
  // A parser would read these as a line feed in a text, and as spaces in an attribute.
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

/** Nothing is escaped in CDATA, so it is closed and opened again inside of what would end it. */
function cdata(text: string): string {
  return xml(text)
    .replace(/(^|\])>/g, "$1]]><![CDATA[>")
    .replace(/\]$/, "]]]><![CDATA[");
}
