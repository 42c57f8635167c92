/** Parses a template into the syntax tree of Handlebars, and narrows the types of its nodes. */
import { positionIn, CompileError, START, type Position } from "./problem.ts";
import { limitTags } from "./tag-limits.ts";
import { createRequire } from "node:module";
import type Handlebars from "handlebars";

/** The limit of a webhook's template. */
const MAX_CHARACTERS = 100_000;

/** @throws CompileError at the first syntax error. */
export function parse(source: string): hbs.AST.Program {
  if (source.length > MAX_CHARACTERS) {
    throw new CompileError(START, `The template is longer than ${MAX_CHARACTERS} characters.`);
  }
  const control = source.indexOf("\0");
  if (control !== -1) {
    const at = positionIn(source, control, START);
    throw new CompileError(at, "The template contains the character U+0000. Remove it.");
  }
  limitTags(source);
  const parser = handlebars();
  try {
    return parser.parse(source);
  } catch (error) {
    throw syntaxError(error, source, parser);
  }
}

function syntaxError(
  error: unknown,
  source: string,
  { Exception }: Pick<typeof Handlebars, "Exception">,
): CompileError {
  if (!(error instanceof Error)) throw error;
  if (error instanceof RangeError)
    return new CompileError(START, "The template is nested too deeply.");
  const { message } = error;
  if (error instanceof Exception && Number.isInteger(error.lineNumber)) {
    const at = { line: Number(error.lineNumber), column: Number(error.column) + 1 };
    return new CompileError(at, `${message.replace(/ - \d+:\d+$/, "")}.`);
  }
  const shown = /^.* on line (\d+)[^\n]*\n([^\n]*)\n(-*)\^/.exec(message);
  const at = shown === null ? START : positionOf(source, shown);
  const [, token = ""] = /got '(\w+)'$/.exec(message) ?? [];
  const isUnclosed = token === "CLOSE" && message.includes("'CLOSE_UNESCAPED'");
  return new CompileError(at, isUnclosed ? TOO_FEW_BRACES : (MESSAGES[token] ?? UNREADABLE));
}

const UNREADABLE = "The tag cannot be parsed here. Check its braces and quotes.";
const TOO_FEW_BRACES = "A tag that starts with {{{ must end with }}}.";
const MESSAGES: Readonly<Record<string, string>> = {
  CLOSE_UNESCAPED:
    "A tag that starts with {{ must end with }}. If a } follows the tag, put a space before it.",
  EOF: "The template ends before a block is closed. Add {{/if}}, {{/unless}} or {{/each}}.",
  OPEN_ENDBLOCK: "This tag closes a block that was not opened.",
  INVERSE: "{{else}} is only allowed inside a block.",
  OPEN_INVERSE_CHAIN: "{{else}} is only allowed inside a block.",
};

/**
 * Finds the position of a syntax error. The parser reports the line of its last token and an excerpt
 * without line breaks: at most 20 characters before the error, and a caret. The first match of the
 * excerpt from that line on is the position.
 */
function positionOf(source: string, [, line = "1", shown = "", caret = ""]: RegExpExecArray) {
  const before = shown.slice(0, caret.length).replace(/^\.\.\./, "");
  const after = shown.slice(caret.length).replace(/\.\.\.$/, "");
  const offsets = [...source.matchAll(/[^\n]/g)].map(({ index }) => index);
  const joined = source.replaceAll("\n", "");
  const lines = source.split("\n");
  const lineStart = lines.slice(0, Number(line) - 1).join("").length;
  const found = joined.indexOf(before + after, Math.max(0, lineStart - before.length));
  if (found === -1) return { line: Number(line), column: 1 };
  return positionIn(source, offsets[found + before.length] ?? source.length, START);
}

const require = createRequire(import.meta.url);

/** Found at the start: without a file handle, which reading a package.json takes, Node would not find them. */
const [BASE, EXCEPTION] = ["compiler/base", "exception"].map((name) =>
  require.resolve(`handlebars/dist/cjs/handlebars/${name}`),
) as [string, string];

/**
 * Loads the parser of Handlebars with the first template, since it takes 7 MB. Without the compiler, which nothing here
 * uses and which takes as much memory again.
 */
function handlebars(): Pick<typeof Handlebars, "parse" | "Exception"> {
  const base = require(BASE) as typeof Handlebars;
  const Exception = require(EXCEPTION) as typeof Handlebars.Exception;
  return { parse: base.parse, Exception };
}

type Node = hbs.AST.Node;

/** `{{^if x}}` has only `inverse`; most blocks have only `program`. */
export type Block = Omit<hbs.AST.BlockStatement, "program" | "inverse"> & {
  readonly program: Program | undefined;
  readonly inverse: Program | undefined;
};
/** `chained` is set for `{{else if …}}`. In a raw block `blockParams` is missing. */
export type Program = Omit<hbs.AST.Program, "blockParams"> & {
  readonly blockParams?: readonly string[];
  readonly chained?: boolean;
};
/** `original` is the text in the template; `value` leaves out lines that contain only a block tag. */
export type Content = Omit<hbs.AST.ContentStatement, "original"> & { readonly original: string };

/** Type guards for the nodes of Handlebars' parser, whose types declare `type` as a plain string. */
export const isContent = (node: Node): node is Node & Content => node.type === "ContentStatement";
export const isComment = (node: Node) => node.type === "CommentStatement";
export const isBlock = (node: Node): node is Node & Block => node.type === "BlockStatement";
export const isMustache = (node: Node): node is hbs.AST.MustacheStatement =>
  node.type === "MustacheStatement";
export const isPath = (node: Node): node is hbs.AST.PathExpression =>
  node.type === "PathExpression";
export const isSubExpression = (node: Node): node is hbs.AST.SubExpression =>
  node.type === "SubExpression";
export const isString = (node: Node): node is hbs.AST.StringLiteral =>
  node.type === "StringLiteral";

/** Handlebars counts columns from 0. */
export const startOf = ({ loc }: Node): Position => ({
  line: loc.start.line,
  column: loc.start.column + 1,
});
