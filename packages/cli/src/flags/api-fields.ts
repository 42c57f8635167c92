/** Parses `-f` of `intray api` and `--set`: `name=text` or `name:=JSON`. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

/** Splits at the first `=`; a colon directly before it is part of the operator. */
const PAIR = /^([^=]*?)(:?=)(.*)$/s;

export type ApiFields = ReadonlyMap<string, unknown>;

/** The fields in order. Throws Failure 2 for a word that is not a field, and for invalid JSON after `:=`. */
export function parseApiFields(words: readonly string[], flag = "-f"): ApiFields {
  return new Map(words.map((word) => parsePair(word, flag)));
}

/** The fields as query parameters; values other than strings become JSON. */
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
    throw usage(`${flag} ${word} is not a field.`, "Write it as name=text or name:=JSON.");
  }
  return [name, operator === ":=" ? parseValue(`${flag} ${word}`, value) : value];
}

function parseValue(given: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw usage(`${given} has invalid JSON after :=.`, "Write a string as name=text.");
  }
}

function usage(message: string, hint: string): Failure {
  return new Failure({ exit: EXIT.usage, code: "usage", message, hint });
}
