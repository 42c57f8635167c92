/**
 * Where a text stops being JSON (RFC 8259). `JSON.parse` says that it does, but not reliably where, and
 * an author needs the place.
 */

/** Where in a document something is wrong, in characters from its start, and what. */
export interface DocumentProblem {
  readonly offset: number;
  readonly message: string;
}

type Expected = "value" | "value or ]" | "name" | "name or }" | "colon" | "next";

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
/** What ends a plain run in a string. */
// oxlint-disable-next-line no-control-regex
const IN_STRING = /["\\\u0000-\u001f]/g;
const ESCAPED = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

const AFTER_VALUE = "Expected a comma or the end of the list or object";

export function jsonProblem(text: string): DocumentProblem | undefined {
  /** The brackets that are open. */
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
      return isOver ? undefined : { offset: at, message: "It ends too early" };
    }
    if (isOver) return { offset: at, message: "Something follows the end" };
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
        return { offset: at, message: "A line break, tab or control character is in a string" };
      }
      if (!match(ESCAPED)) return { offset: at, message: "A backslash means nothing here" };
    }
  }
}
