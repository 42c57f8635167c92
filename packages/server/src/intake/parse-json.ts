/** A JSON body as pairs: what is not text becomes its JSON text. */
import { AppError } from "../errors.ts";
import type { Pair } from "./fields.ts";

/** @throws AppError `malformed` when it is no JSON, no UTF-8, or no object. */
export function parseJson(body: Uint8Array): Pair[] {
  return members(parse(body)).flatMap(([name, value]): Pair[] =>
    Array.isArray(value)
      ? value.map((item): Pair => [name.endsWith("[]") ? name : `${name}[]`, asText(item)])
      : [[name, asText(value)]],
  );
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as unknown;
  } catch (cause) {
    throw new AppError(
      "malformed",
      `The body is announced as JSON but cannot be read as JSON (${cause instanceof Error ? cause.message : "not UTF-8"}). Send an object of field names and values.`,
      { cause },
    );
  }
}

function members(value: unknown): [string, unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError(
      "malformed",
      'The JSON body must be an object of field names and values, such as {"email": "ada@example.org"}.',
    );
  }
  return Object.entries(value);
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null ? "" : JSON.stringify(value);
}
