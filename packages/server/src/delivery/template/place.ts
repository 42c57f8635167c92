/**
 * Where in a document a tag stands, read from the template's text before it. What is harmless in one
 * place breaks another: a quote in a text of XML, and the same quote in an attribute.
 */
import type { TemplateContentType } from "./content-types.ts";

export type Place =
  | "text"
  | "urlencoded"
  | "multipart"
  | "json_value"
  | "json_string"
  | "graphql_value"
  | "graphql_string"
  | "graphql_block_string"
  | "graphql_comment"
  | "xml_text"
  /** In a tag, where a name may begin. */
  | "xml_tag"
  /** In a tag, in the middle of a name. */
  | "xml_name"
  | "xml_double_quoted"
  | "xml_single_quoted"
  | "xml_cdata"
  | "xml_comment"
  | "xml_instruction"
  | "xml_declaration";

export const FIRST_PLACE = {
  "application/json": "json_value",
  "application/xml": "xml_text",
  "application/x-www-form-urlencoded": "urlencoded",
  "multipart/form-data": "multipart",
  "text/plain": "text",
  "application/graphql": "graphql_value",
} as const satisfies Record<TemplateContentType, Place>;

/** One step: what is looked for from a place on, and where it leads. The first that is found counts. */
type Step = readonly [what: string, to: Place];

const STEPS: Readonly<Record<Place, readonly Step[]>> = {
  text: [],
  urlencoded: [],
  multipart: [],
  json_value: [['"', "json_string"]],
  json_string: [
    [String.raw`\\[^]`, "json_string"],
    ['"', "json_value"],
  ],
  graphql_value: [
    ['"""', "graphql_block_string"],
    ['"', "graphql_string"],
    ["#", "graphql_comment"],
  ],
  graphql_string: [
    [String.raw`\\[^]`, "graphql_string"],
    ['"', "graphql_value"],
  ],
  graphql_block_string: [
    [String.raw`\\"""`, "graphql_block_string"],
    ['"""', "graphql_value"],
  ],
  graphql_comment: [["[\\r\\n]", "graphql_value"]],
  xml_text: [
    ["<!--", "xml_comment"],
    [String.raw`<!\[CDATA\[`, "xml_cdata"],
    [String.raw`<\?`, "xml_instruction"],
    ["<!", "xml_declaration"],
    ["</?", "xml_tag"],
  ],
  xml_tag: [
    [">", "xml_text"],
    ['"', "xml_double_quoted"],
    ["'", "xml_single_quoted"],
    [String.raw`[^\s/=]`, "xml_name"],
  ],
  xml_name: [
    [">", "xml_text"],
    ['"', "xml_double_quoted"],
    ["'", "xml_single_quoted"],
    [String.raw`[\s/=]`, "xml_tag"],
  ],
  xml_double_quoted: [['"', "xml_tag"]],
  xml_single_quoted: [["'", "xml_tag"]],
  xml_cdata: [["]]>", "xml_text"]],
  xml_comment: [["-->", "xml_text"]],
  xml_instruction: [[String.raw`\?>`, "xml_text"]],
  xml_declaration: [[">", "xml_text"]],
};

const SEARCHES = new Map(
  Object.entries(STEPS).map(([place, steps]) => [
    place,
    new RegExp(steps.map(([what]) => `(${what})`).join("|") || "(?!)", "g"),
  ]),
);

/** The place behind a text that begins at `place`. */
export function placeAfter(place: Place, text: string): Place {
  let now = place;
  let at = 0;
  for (;;) {
    const search = SEARCHES.get(now);
    if (search === undefined) return now;
    search.lastIndex = at;
    const found = search.exec(text);
    if (found === null) return now;
    at = search.lastIndex;
    now = STEPS[now][found.slice(1).findIndex((group) => group !== undefined)]?.[1] ?? now;
  }
}

/** The place behind a tag that stands at `place`. */
export const placeAfterTag = (place: Place): Place => (place === "xml_tag" ? "xml_name" : place);
