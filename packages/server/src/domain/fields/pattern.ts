/**
 * Patterns of field rules: HTML's `pattern` attribute, run in time that grows only linearly with the text.
 * Values come from anyone, and the engine of V8 can take exponential time for a harmless looking pattern, so RE2 runs
 * all but the simplest.
 */
import { RE2JS } from "re2js";
import { type Token, tokensOf } from "./pattern-tokens.ts";

/** Longer values do not match. Time is the product of the value's length and the program's size. */
export const MAX_PATTERN_VALUE = 500;
/** Steps of the compiled program; a usual pattern has less than 50. */
export const MAX_PROGRAM_SIZE = 300;

export interface Pattern {
  /** Whether the whole text matches. Always false above {@link MAX_PATTERN_VALUE} characters. */
  readonly matches: (text: string) => boolean;
  /** Steps of the compiled program. */
  readonly size: number;
}

/**
 * Compiles a pattern that means the same in browsers (a regular expression with the flag `v`, anchored at both
 * ends) and in RE2.
 *
 * @returns Or the problem, as the end of a sentence about the pattern.
 */
export function compilePattern(source: string): Pattern | { readonly problem: string } {
  try {
    // Both, because `)(` is valid only between the brackets.
    void new RegExp(source, "v");
    void new RegExp(`^(?:${source})$`, "v");
  } catch (error) {
    return { problem: `is not a regular expression that browsers accept: ${reasonOf(error)}` };
  }
  const tokens = tokensOf(source);
  if ("problem" in tokens) return tokens;
  try {
    const compiled = RE2JS.compile(`^(?:${tokens.map(translate).join("")})$`);
    const size = compiled.programSize();
    if (size > MAX_PROGRAM_SIZE) {
      return { problem: "is too large. Use smaller numbers of repetitions." };
    }
    const engine = canBacktrack(tokens) ? compiled : new RegExp(`^(?:${source})$`, "v");
    return { matches: (text) => text.length <= MAX_PATTERN_VALUE && engine.test(text), size };
  } catch (error) {
    return { problem: `cannot be checked by this server: ${reasonOf(error)}` };
  }
}

/**
 * Whether V8 could try more than one repetition against the others. Without groups and alternatives, and with one
 * repetition of variable length, its time is limited like that of RE2, and a tenth of it for usual patterns.
 */
function canBacktrack(tokens: readonly Token[]): boolean {
  const variable = tokens.filter(
    (token) => token.kind === "same" && ["*", "+", "?", ","].includes(token.text),
  );
  return (
    variable.length > 1 ||
    tokens.some((token) => token.kind === "group" || (token.kind === "same" && token.text === "|"))
  );
}

/** The characters of `\s` in JavaScript, which has more of them than RE2. */
const SPACES = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const OTHERS_THAN_SPACES = String.raw`\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;

/** A token in the syntax of RE2. */
function translate(token: Token): string {
  switch (token.kind) {
    case "same":
      return token.text;
    // No group is referred to, and RE2 is faster without them.
    case "group":
      return "(?:";
    case "character":
      return `\\x{${token.code.toString(16)}}`;
    case "anyCharacter":
      return String.raw`[^\n\r\x{2028}\x{2029}]`;
    case "space": {
      const set = token.isNegated ? OTHERS_THAN_SPACES : SPACES;
      return token.isInClass ? set : `[${set}]`;
    }
    case "property":
      return `\\${token.isNegated ? "P" : "p"}{${token.name}}`;
  }
}

/** The reason without what both engines write before it. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : "it cannot be read";
  const reason =
    /^error parsing regexp: (.*)$/s.exec(message)?.[1] ?? message.replace(/^.*: /s, "");
  return `${reason.charAt(0).toLowerCase()}${reason.slice(1)}.`;
}
