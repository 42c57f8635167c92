/** Indents JSON without parsing and serializing it, which could reorder members or round numbers. */
import { tryOrUndefined } from "../../platform/errors.ts";

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;
const STEP = "  ";

/** Returns the text unchanged if it is not valid JSON. */
export function indentJson(text: string): string {
  if (tryOrUndefined<unknown>(() => JSON.parse(text)) === undefined) return text;
  let depth = 0;
  let last = "";
  let indented = "";
  const newLine = () => `\n${STEP.repeat(depth)}`;
  for (const [token] of text.matchAll(TOKEN)) {
    const isEnd = token === "}" || token === "]";
    if (isEnd) depth -= 1;
    const isOpen = last === "{" || last === "[";
    if (isEnd ? !isOpen : isOpen || last === ",") indented += newLine();
    indented += token === ":" ? ": " : token;
    if (token === "{" || token === "[") depth += 1;
    last = token;
  }
  return indented;
}
