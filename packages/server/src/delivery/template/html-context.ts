/**
 * The escaping contexts of HTML. Where the value of a tag could become code, a tag is not allowed; the patterns
 * prefer such a context if a text can be read in two ways.
 */

export type HtmlContext =
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

const CODE = "style|srcdoc|on[a-z]+";
const URLS =
  "href|src|srcset|action|formaction|background|poster|cite|data|ping|longdesc|codebase|content";
/** An attribute up to its quote. */
const attribute = (names: string, quote: string) => `(?<![\\w-])(?:${names})\\s*=\\s*${quote}`;

export const HTML_TRANSITIONS: Readonly<
  Record<HtmlContext, readonly (readonly [pattern: string, to: HtmlContext])[]>
> = {
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
