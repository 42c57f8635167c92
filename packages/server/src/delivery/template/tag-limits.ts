/**
 * Limits the tags of a template before Handlebars parses it, which takes about 3 µs a word and grows with the square
 * of the nesting depth: 100 KB of "(field" took 200 s. The counts are lower bounds, so no template is rejected here
 * that `compileTemplate` would accept; text that this file misreads is left to Handlebars.
 */
import { CompileError, positionIn, START } from "./problem.ts";

/** Texts, tags and their arguments. */
export const MAX_NODES = 5_000;
export const MAX_DEPTH = 8;
/** See {@link BLOCKS}. */
const MAX_BLOCKS = 1_000;
/** The longest tag that has a meaning, {{JSONstringify (field "email")}}, has five. */
const MAX_WORDS = 20;

interface Tag {
  readonly offset: number;
  /** From its braces on, without those that close it. */
  readonly text: string;
}

/** @throws CompileError at the first tag that exceeds a limit. */
export function limitTags(source: string): void {
  let nodes = 0;
  let depth = 0;
  let blocks = 0;
  for (const { offset, text } of tagsOf(source)) {
    const kind = kindOf(text);
    if (kind === "close") depth -= 1;
    if (kind === "open") depth += 1;
    blocks += BLOCKS[kind];
    nodes += NODES[kind];
    const problem =
      depth > MAX_DEPTH
        ? tooDeep
        : blocks > MAX_BLOCKS
          ? `The template has more than ${MAX_BLOCKS} blocks, each {{else if}} counted as four. Write a shorter template.`
          : nodes > MAX_NODES
            ? tooManyNodes
            : kind !== "comment" && hasTooManyWords(text)
              ? `The tag has more than ${MAX_WORDS} words. A tag has a name and at most one argument.`
              : undefined;
    if (problem !== undefined) throw new CompileError(positionIn(source, offset, START), problem);
  }
}

export const tooDeep = `Blocks are nested more than ${MAX_DEPTH} deep here.`;
export const tooManyNodes = `The template has more than ${MAX_NODES} parts (texts, tags and their arguments). Write a shorter template.`;

/** How many nodes a tag has at least: itself and its name or argument. */
const NODES = { comment: 1, open: 2, close: 0, else: 0, elseIf: 2, other: 2 } as const;
/** A chain of {{else if}} is nested for Handlebars, whose time grows with the square: 1,000 took it 150 ms. */
const BLOCKS = { comment: 0, open: 1, close: 0, else: 1, elseIf: 4, other: 0 } as const;

function kindOf(text: string): keyof typeof NODES {
  const [, sign = ""] = /^\{\{~?\s*([!/#]|\^(?=\s*[^\s~])|\^|else\b)?/.exec(text) ?? [];
  if (sign === "!") return "comment";
  if (sign === "/") return "close";
  if (sign === "#") return "open";
  if (sign === "^") return /^\{\{~?\s*\^\s*~?$/.test(text) ? "else" : "open";
  if (sign !== "else") return "other";
  return /^\{\{~?\s*else\s*~?$/.test(text) ? "else" : "elseIf";
}

const WORD = /"[^"]*"|'[^']*'|[^\s"'./=|()]+|[=|()/"']/g;

function hasTooManyWords(text: string): boolean {
  let words = 0;
  WORD.lastIndex = 2;
  while (WORD.test(text)) {
    words += 1;
    if (words > MAX_WORDS) return true;
  }
  return false;
}

/** A tag up to its closing braces, which may also stand in a string. */
const TAG = /\{\{(?:"[^"]*"|'[^']*'|[^"'}])*/y;
const LONG_COMMENT = /\{\{~?!--/y;
const END_OF_LONG_COMMENT = /--~?\}\}/g;

function* tagsOf(source: string): Generator<Tag> {
  let at = 0;
  for (;;) {
    const offset = source.indexOf("{{", at);
    if (offset === -1) return;
    // \{{ is text, and \\{{ a backslash before a tag.
    const isEscaped = source[offset - 1] === "\\" && source[offset - 2] !== "\\";
    if (isEscaped) {
      at = offset + 2;
      continue;
    }
    LONG_COMMENT.lastIndex = offset;
    const pattern = LONG_COMMENT.test(source) ? END_OF_LONG_COMMENT : TAG;
    pattern.lastIndex = offset;
    const found = pattern.exec(source);
    // A comment that is not closed.
    if (found === null) return;
    at = pattern.lastIndex;
    yield { offset, text: pattern === TAG ? found[0] : "{{!" };
  }
}
