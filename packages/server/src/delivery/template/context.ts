/**
 * The escaping context of a tag, derived from the template's text before it. Each context has its own
 * special characters: a quote is harmless in XML text and ends an XML attribute value.
 */
import type { TemplateSyntax } from "./content-types.ts";

export type Context =
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
  | "xml_declaration"
  | "html_text"
  /** The name of an element. */
  | "html_name"
  /** Inside an HTML tag, between attributes. */
  | "html_tag"
  | "html_double_quoted"
  | "html_single_quoted"
  /** The start of an attribute that is a URL. */
  | "html_double_quoted_url"
  | "html_single_quoted_url"
  /** Attributes that are CSS, a script or a document. */
  | "html_double_quoted_code"
  | "html_single_quoted_code"
  | "html_unquoted"
  | "html_script"
  | "html_style"
  | "html_comment"
  | "html_declaration";

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

const CODE = "style|srcdoc|on[a-z]+";
const URLS =
  "href|src|srcset|action|formaction|background|poster|cite|data|ping|longdesc|codebase|content";
/** An attribute up to its quote. */
const attribute = (names: string, quote: string) => `(?<![\\w-])(?:${names})\\s*=\\s*${quote}`;

const TRANSITIONS: Readonly<Record<Context, readonly Transition[]>> = {
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
  // Where the value of a tag could become code, a tag is not allowed; the patterns prefer such a context if a text
  // can be read in two ways.
  html_text: [
    // https://html.spec.whatwg.org/#parse-error-abrupt-closing-of-empty-comment
    ["<!---?>", "html_text"],
    ["<!--", "html_comment"],
    ["<[!?]", "html_declaration"],
    [String.raw`<script(?![\w-])`, "html_script"],
    [String.raw`<style(?![\w-])`, "html_style"],
    ["</?[a-z]", "html_name"],
  ],
  html_name: [
    [">", "html_text"],
    [String.raw`[\s/]`, "html_tag"],
  ],
  html_tag: [
    [">", "html_text"],
    [attribute(CODE, '"'), "html_double_quoted_code"],
    [attribute(CODE, "'"), "html_single_quoted_code"],
    [attribute(URLS, '"'), "html_double_quoted_url"],
    [attribute(URLS, "'"), "html_single_quoted_url"],
    [String.raw`=\s*"`, "html_double_quoted"],
    [String.raw`=\s*'`, "html_single_quoted"],
    ["=", "html_unquoted"],
  ],
  html_double_quoted: [['"', "html_tag"]],
  html_single_quoted: [["'", "html_tag"]],
  html_double_quoted_url: [
    ['"', "html_tag"],
    [String.raw`\S`, "html_double_quoted"],
  ],
  html_single_quoted_url: [
    ["'", "html_tag"],
    [String.raw`\S`, "html_single_quoted"],
  ],
  html_double_quoted_code: [['"', "html_tag"]],
  html_single_quoted_code: [["'", "html_tag"]],
  html_unquoted: [
    [">", "html_text"],
    // A quote here starts a value that the pattern of its attribute did not see.
    ['"', "html_double_quoted_code"],
    ["'", "html_single_quoted_code"],
    [String.raw`(?<=[^\s=])\s`, "html_tag"],
  ],
  html_script: [[String.raw`</script(?![\w-])`, "html_name"]],
  html_style: [[String.raw`</style(?![\w-])`, "html_name"]],
  html_comment: [["--!?>", "html_text"]],
  html_declaration: [[">", "html_text"]],
};

const SEARCHES = new Map(
  Object.entries(TRANSITIONS).map(([context, transitions]) => [
    context,
    new RegExp(
      transitions.map(([pattern]) => `(${pattern})`).join("|") || "(?!)",
      context.startsWith("html_") ? "gi" : "g",
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
