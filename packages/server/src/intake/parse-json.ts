/** Parses a JSON body into pairs. A value that is not a string becomes its JSON text. */
import { AppError } from "../domain/errors.ts";
import type { Pair } from "./fields.ts";
import { jsonMembers } from "./json-members.ts";

/** @throws AppError `malformed` if the body is not valid UTF-8, not JSON or not an object. */
export function parseJson(body: Uint8Array): Pair[] {
  return jsonMembers(objectText(body)).flatMap(([name, value]): Pair[] =>
    typeof value === "string"
      ? [[name, asText(value)]]
      : value.map((item): Pair => [name.endsWith("[]") ? name : `${name}[]`, asText(item)]),
  );
}

function objectText(body: Uint8Array): string {
  const { text, value } = parse(body);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError(
      "malformed",
      'The JSON body must be an object of field names and values, such as {"email": "ada@example.org"}.',
    );
  }
  return text;
}

function parse(body: Uint8Array): { readonly text: string; readonly value: unknown } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return { text, value: JSON.parse(text) };
  } catch (cause) {
    throw new AppError(
      "malformed",
      `The body has the Content-Type of JSON but cannot be parsed as JSON (${cause instanceof Error ? cause.message : "not UTF-8"}). Send an object of field names and values.`,
      { cause },
    );
  }
}

function asText(json: string): string {
  if (json.startsWith('"')) return JSON.parse(json) as string;
  return json === "null" ? "" : json;
}
