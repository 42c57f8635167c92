/** `-f` of `intray api` and `--set` of others: `name=text` and `name:=JSON`. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

/** Up to the first `=`; a colon right before it belongs to the operator. */
const PAIR = /^([^=]*?)(:?=)(.*)$/s;

export type ApiFields = ReadonlyMap<string, unknown>;

/** The fields in order. Throws Failure 2 for what is no pair, or no JSON after `:=`. */
export function parseApiFields(words: readonly string[], flag = "-f"): ApiFields {
  return new Map(words.map((word) => parsePair(word, flag)));
}

/** As query parameters, which are texts. */
export function asQuery(fields: ApiFields): Record<string, string> {
  return Object.fromEntries(
    [...fields].map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}

function parsePair(word: string, flag: string): [string, unknown] {
  const [, name, operator, value] = PAIR.exec(word) ?? [];
  if (name === undefined || name === "" || value === undefined) {
    throw usage(`${flag} ${word} is no field.`, "Write it as name=text or name:=JSON.");
  }
  return [name, operator === ":=" ? parseValue(`${flag} ${word}`, value) : value];
}

function parseValue(given: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw usage(`${given} has no JSON after :=.`, "Write texts as name=text.");
  }
}

function usage(message: string, hint: string): Failure {
  return new Failure({ exit: EXIT.usage, code: "usage", message, hint });
}
