/**
 * The escaping context of a tag, derived from the template's text before it. Each context has its own
 * special characters: a quote is harmless in XML text and ends an XML attribute value.
 */
import type { TemplateSyntax } from "./content-types.ts";
import { HTML_TRANSITIONS, type HtmlContext } from "./html-context.ts";

export type Context =
  | HtmlContext
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
  /** Inside an XML tag, where a name may start. */
  | "xml_tag"
  /** Inside an XML tag, within a name. */
  | "xml_name"
  | "xml_double_quoted"
  | "xml_single_quoted"
  | "xml_cdata"
  | "xml_comment"
  | "xml_instruction"
  | "xml_declaration";

export const INITIAL_CONTEXT = {
  "application/json": "json_value",
  "application/xml": "xml_text",
  "application/x-www-form-urlencoded": "urlencoded",
  "multipart/form-data": "multipart",
  "text/plain": "text",
  "application/graphql": "graphql_value",
  "text/html": "html_text",
} as const satisfies Record<TemplateSyntax, Context>;

/** A pattern and the context after it. The earliest match in the text applies, then the first in the list. */
type Transition = readonly [pattern: string, to: Context];

const TRANSITIONS: Readonly<Record<Context, readonly Transition[]>> = {
  ...HTML_TRANSITIONS,
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
  Object.entries(TRANSITIONS).map(([context, transitions]) => [
    context,
    new RegExp(
      transitions.map(([pattern]) => `(${pattern})`).join("|") || "(?!)",
      context in HTML_TRANSITIONS ? "gi" : "g",
    ),
  ]),
);

/** The context at the end of `text` if it starts in `context`. */
export function contextAfter(context: Context, text: string): Context {
  let now = context;
  let at = 0;
  for (;;) {
    const search = SEARCHES.get(now);
    if (search === undefined) return now;
    search.lastIndex = at;
    const found = search.exec(text);
    if (found === null) return now;
    at = search.lastIndex;
    now = TRANSITIONS[now][found.slice(1).findIndex((group) => group !== undefined)]?.[1] ?? now;
  }
}

/** The context after a template tag in `context`. */
export const contextAfterTag = (context: Context): Context => AFTER_TAG[context] ?? context;

const AFTER_TAG: Partial<Readonly<Record<Context, Context>>> = {
  xml_tag: "xml_name",
  html_double_quoted_url: "html_double_quoted",
  html_single_quoted_url: "html_single_quoted",
};
