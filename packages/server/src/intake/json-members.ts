/**
 * Reads the members of a JSON object without changing them. `JSON.parse` would reorder names such as 2 and 10,
 * drop all but the last of equal names, and round long numbers.
 */

/** A name and the JSON text of its value; an array as the texts of its items. */
export type Member = readonly [name: string, value: string | readonly string[]];

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** @param json A valid JSON object. The returned texts contain no whitespace between tokens. */
export function jsonMembers(json: string): Member[] {
  const members: Member[] = [];
  let depth = 0;
  let name: string | undefined;
  let items: string[] | undefined;
  let text = "";
  const endItem = () => {
    if (text !== "") items?.push(text);
    text = "";
  };
  const endMember = () => {
    if (name !== undefined) members.push([name, items ?? text]);
    name = undefined;
    items = undefined;
    text = "";
  };
  for (const [token] of json.matchAll(TOKEN)) {
    const isList = items !== undefined;
    if (token === "{" || token === "[") {
      depth += 1;
      if (depth === 1) continue;
      if (depth === 2 && token === "[") {
        items = [];
        continue;
      }
    } else if (token === "}" || token === "]") {
      depth -= 1;
      if (depth === 0) endMember();
      if (depth === 1 && isList) {
        endItem();
        continue;
      }
    } else if (depth === 1 && token === ",") {
      endMember();
      continue;
    } else if (depth === 1 && token === ":") {
      continue;
    } else if (depth === 1 && name === undefined) {
      name = JSON.parse(token) as string;
      continue;
    } else if (depth === 2 && isList && token === ",") {
      endItem();
      continue;
    }
    text += token.includes("\\") ? JSON.stringify(JSON.parse(token)) : token;
  }
  return members;
}
