/** A template's text as Handlebars' syntax tree, or why it is none. */
import { handlebars } from "./handlebars.ts";
import { positionIn, Refused, START } from "./problem.ts";

/** What a webhook may hold. */
const MAX_CHARACTERS = 100_000;
/**
 * The parser's time grows with the square of how deep things nest: 100 KB of "(field" took 200 s,
 * 1,000 of them 35 ms. So what can nest is counted before, wherever it stands.
 */
const MAX_NESTING = 1_000;
const OPENS_BLOCK = /\{\{~?(?:[#^]|\s*else\b|\{\{)/g;

export function parse(source: string): hbs.AST.Program {
  if (source.length > MAX_CHARACTERS) {
    throw new Refused(START, `The template is longer than ${MAX_CHARACTERS} characters.`);
  }
  const control = source.indexOf("\0");
  if (control !== -1) {
    const at = positionIn(source, control, START);
    throw new Refused(at, "The template holds the character U+0000; remove it.");
  }
  refuseMore(source, source.matchAll(OPENS_BLOCK), "blocks");
  refuseMore(source, source.matchAll(/\(/g), "opening brackets");
  try {
    return handlebars().parse(source);
  } catch (error) {
    throw refusedBy(error, source);
  }
}

function refuseMore(source: string, found: Iterable<RegExpMatchArray>, what: string): void {
  let seen = 0;
  for (const { index = 0 } of found) {
    seen += 1;
    if (seen <= MAX_NESTING) continue;
    const at = positionIn(source, index, START);
    throw new Refused(
      at,
      `The template has more than ${MAX_NESTING} ${what}; write a shorter one.`,
    );
  }
}

function refusedBy(error: unknown, source: string): Refused {
  if (!(error instanceof Error)) throw error;
  if (error instanceof RangeError) return new Refused(START, "The template nests too deeply.");
  const { message } = error;
  if (error instanceof handlebars().Exception && Number.isInteger(error.lineNumber)) {
    const at = { line: Number(error.lineNumber), column: Number(error.column) + 1 };
    return new Refused(at, `${message.replace(/ - \d+:\d+$/, "")}.`);
  }
  const shown = /^.* on line (\d+)[^\n]*\n([^\n]*)\n(-*)\^/.exec(message);
  const at = shown === null ? START : pointedAt(source, shown);
  const [, got = ""] = /got '(\w+)'$/.exec(message) ?? [];
  const isUnclosed = got === "CLOSE" && message.includes("'CLOSE_UNESCAPED'");
  return new Refused(at, isUnclosed ? TOO_FEW_BRACES : (PLAIN[got] ?? UNREADABLE));
}

const UNREADABLE = "The tag cannot be read here; look at its braces and quotes.";
const TOO_FEW_BRACES = "A tag that opens with {{{ closes with }}}.";
const PLAIN: Readonly<Record<string, string>> = {
  CLOSE_UNESCAPED:
    "A tag that opens with {{ closes with }}; put a space before a } that follows it.",
  EOF: "The template ends before a block is closed; add {{/if}}, {{/unless}} or {{/each}}.",
  OPEN_ENDBLOCK: "This closes a block that was not opened.",
  INVERSE: "{{else}} stands outside a block.",
  OPEN_INVERSE_CHAIN: "{{else}} stands outside a block.",
};

/**
 * The parser tells the line of what it read last, and shows the text around the place without its line
 * breaks: at most 20 characters before, and a caret. The first place from that line on that looks so.
 */
function pointedAt(source: string, [, line = "1", shown = "", caret = ""]: RegExpExecArray) {
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
