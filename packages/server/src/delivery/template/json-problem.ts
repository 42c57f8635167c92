/**
 * Finds the first position where a text is not JSON (RFC 8259). `JSON.parse` does not report the position
 * reliably, and the author of a template needs it.
 */

export interface DocumentProblem {
  /** Characters from the start of the document. */
  readonly offset: number;
  readonly message: string;
}

type Expected = "value" | "value or ]" | "name" | "name or }" | "colon" | "next";

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
/** Characters in a string that need attention: its end, escapes and control characters. */
// oxlint-disable-next-line no-control-regex
const IN_STRING = /["\\\u0000-\u001f]/g;
const ESCAPED = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

const AFTER_VALUE = "Expected a comma or the end of the list or object";

/** `undefined` if the text is JSON. */
export function jsonProblem(text: string): DocumentProblem | undefined {
  /** Open brackets, innermost last. */
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  let at = 0;

  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };

  for (;;) {
    match(SPACE);
    const character = text[at];
    const isOver = expected === "next" && open.length === 0;
    if (character === undefined) {
      return isOver ? undefined : { offset: at, message: "The text ends too early" };
    }
    if (isOver) return { offset: at, message: "There is more text after the end" };
    switch (expected) {
      case "next": {
        const inObject = open.at(-1) === "{";
        if (character === (inObject ? "}" : "]")) open.pop();
        else if (character === ",") expected = inObject ? "name" : "value";
        else return { offset: at, message: AFTER_VALUE };
        at += 1;
        break;
      }
      case "colon":
        if (character !== ":") return { offset: at, message: "Expected a colon" };
        at += 1;
        expected = "value";
        break;
      case "name or }":
      case "name": {
        if (character === "}" && expected === "name or }") {
          open.pop();
          at += 1;
          expected = "next";
          break;
        }
        if (character !== '"') return { offset: at, message: "Expected a name in quotes" };
        const bad = string();
        if (bad !== undefined) return bad;
        expected = "colon";
        break;
      }
      case "value":
      case "value or ]": {
        if (character === "{" || character === "[") {
          open.push(character);
          at += 1;
          expected = character === "{" ? "name or }" : "value or ]";
          break;
        }
        if (character === "]" && expected === "value or ]") {
          open.pop();
          at += 1;
        } else if (character === '"') {
          const bad = string();
          if (bad !== undefined) return bad;
        } else if (!match(NUMBER) && !match(WORD)) {
          return { offset: at, message: "Expected a value" };
        }
        expected = "next";
      }
    }
  }

  function string(): DocumentProblem | undefined {
    at += 1;
    for (;;) {
      IN_STRING.lastIndex = at;
      const found = IN_STRING.exec(text);
      if (found === null) return { offset: text.length, message: "A string is not closed" };
      at = found.index;
      if (found[0] === '"') {
        at += 1;
        return undefined;
      }
      if (found[0] !== "\\") {
        return { offset: at, message: "A string contains a line break, tab or control character" };
      }
      if (!match(ESCAPED))
        return { offset: at, message: "The backslash does not start a valid escape" };
    }
  }
}
