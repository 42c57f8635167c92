/** Splits a pattern into tokens that have the same meaning in JavaScript and in RE2, or are translated. */

export type Token =
  /** The same text in both. */
  | { readonly kind: "same"; readonly text: string }
  /** The beginning of a group. */
  | { readonly kind: "group" }
  | { readonly kind: "character"; readonly code: number }
  /** A dot outside of brackets. */
  | { readonly kind: "anyCharacter" }
  /** `\s` or `\S`. */
  | { readonly kind: "space"; readonly isNegated: boolean; readonly isInClass: boolean }
  /** A general category or a script of Unicode. */
  | { readonly kind: "property"; readonly name: string; readonly isNegated: boolean };

const CONTROL = { t: 9, n: 10, v: 11, f: 12, r: 13, "0": 0 } as const;
/** A group that captures, with or without a name, or does not. */
const GROUP = /\((?:\?:|\?<[^=!>][^>]*>|(?!\?))/y;
const CODE = /\\(?:x([0-9a-f]{2})|u\{([0-9a-f]+)\}|u([0-9a-f]{4})|c([a-z]))/iy;
/** Without the categories C and Cn, in which engines differ. */
const PROPERTY =
  /\\([pP])\{(?:(?:gc|General_Category)=([LMNPSZ][a-z]?|C[cf])|(?:sc|Script)=([A-Z][A-Za-z_]+)|([LMNPSZ][a-z]?|C[cf]))\}/y;

/**
 * @param source A valid pattern of JavaScript with the flag `v`.
 * @returns Or the problem, as the end of a sentence about the pattern.
 */
export function tokensOf(source: string): readonly Token[] | { readonly problem: string } {
  const tokens: Token[] = [];
  let isInClass = false;
  for (let at = 0; at < source.length;) {
    const next = tokenAt(source, at, isInClass);
    if ("problem" in next) return next;
    if (next.token.kind === "same") {
      if (next.token.text.startsWith("[")) isInClass = true;
      else if (next.token.text === "]") isInClass = false;
    }
    tokens.push(next.token);
    at += next.length;
  }
  return tokens;
}

type Next = { readonly token: Token; readonly length: number };

function tokenAt(
  source: string,
  at: number,
  isInClass: boolean,
): Next | { readonly problem: string } {
  const two = source.slice(at, at + 2);
  const char = String.fromCodePoint(source.codePointAt(at) ?? 0);
  const same = (text: string): Next => ({ token: { kind: "same", text }, length: text.length });
  if (char === "\\") return escapeAt(source, at, isInClass);
  if (isInClass) {
    if (char === "[" || two === "&&" || two === "--") {
      return {
        problem: "has brackets or set operations within brackets, which this server cannot check.",
      };
    }
    return char === "^" ? same(char) : char === "]" || char === "-" ? same(char) : literal(char);
  }
  if (char === "[") return same(two === "[^" ? two : char);
  if (char === ".") return { token: { kind: "anyCharacter" }, length: 1 };
  if (char === "(") {
    const group = sticky(GROUP, source, at);
    if (group !== undefined) return { token: { kind: "group" }, length: group[0].length };
    return {
      problem:
        "looks ahead or behind or changes flags, which this server cannot check. Write it without (?…).",
    };
  }
  return /[|)*+?{}^$]/.test(char) || /[0-9,]/.test(char) ? same(char) : literal(char);
}

const literal = (char: string): Next => ({
  token: { kind: "character", code: char.codePointAt(0) ?? 0 },
  length: char.length,
});

function escapeAt(
  source: string,
  at: number,
  isInClass: boolean,
): Next | { readonly problem: string } {
  const code = sticky(CODE, source, at);
  if (code !== undefined) {
    const [all, ...forms] = code;
    const letter = forms[3];
    const digits = forms.slice(0, 3).find((form) => form !== undefined) ?? "0";
    const value = letter === undefined ? Number.parseInt(digits, 16) : letter.charCodeAt(0) % 32;
    if (value >= 0xd800 && value <= 0xdfff) {
      return { problem: "contains half of a character. Write \\u{…} with its whole number." };
    }
    return { token: { kind: "character", code: value }, length: all.length };
  }
  const property = sticky(PROPERTY, source, at);
  if (property !== undefined) {
    const [all, letter, ...names] = property;
    const name = names.find((one) => one !== undefined) ?? "";
    return { token: { kind: "property", name, isNegated: letter === "P" }, length: all.length };
  }
  const escaped = source.charAt(at + 1);
  const token = escapeToken(escaped, isInClass);
  if (token !== undefined) return { token, length: 2 };
  return { problem: `contains ${showEscape(escaped)}, which this server cannot check.` };
}

function escapeToken(escaped: string, isInClass: boolean): Token | undefined {
  if (/[dDwW]/.test(escaped) || (/[bB]/.test(escaped) && !isInClass)) {
    return { kind: "same", text: `\\${escaped}` };
  }
  if (/s/i.test(escaped)) return { kind: "space", isNegated: escaped === "S", isInClass };
  if (escaped in CONTROL) {
    return { kind: "character", code: CONTROL[escaped as keyof typeof CONTROL] };
  }
  return /[a-z0-9]/i.test(escaped)
    ? undefined
    : { kind: "character", code: escaped.codePointAt(0) ?? 0 };
}

const showEscape = (escaped: string) =>
  /[pP]/.test(escaped) ? "a Unicode property other than a category or a script" : `\\${escaped}`;

function sticky(expression: RegExp, source: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(source) ?? undefined;
}
