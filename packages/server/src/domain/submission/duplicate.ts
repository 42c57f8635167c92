/**
 * Duplicates: the same content in the same form within ten minutes is spam. This file defines what counts
 * as the same content. The store compares at commit, since two equal posts may arrive at the same time.
 */
import { hash } from "node:crypto";
import { type Fields, isEmail } from "./submission.ts";

export const DUPLICATE_WINDOW_MS = 10 * 60 * 1_000;

/** Two people may write the same text of up to this many characters, all values together: "Thank you!" */
const MAX_SHORT_CHARACTERS = 200;

const HASH_DIGITS = 32;

/** 16 bytes as hex, equal for the same ordered fields (as JSON) in the same form. */
export const contentHash = (formId: number, fields: string): string =>
  hash("sha256", `${formId}\n${fields}`, "hex").slice(0, HASH_DIGITS);

/**
 * 16 bytes as hex, equal for posts that are duplicates of each other. A short text without an e-mail address
 * is only a duplicate of one from the same IP address.
 *
 * @param json The fields as JSON.
 * @param ip The sender's address; `null` = unknown.
 */
export function duplicateHash(
  formId: number,
  {
    fields,
    json,
    ip,
  }: { readonly fields: Fields; readonly json: string; readonly ip: string | null },
): string {
  const mayBeChance = ip !== null && isShort(fields) && !namesSender(fields);
  return contentHash(formId, mayBeChance ? `${ip}\n${json}` : json);
}

const valuesOf = ([, value]: Fields[number]) => (typeof value === "string" ? [value] : value);

function isShort(fields: Fields): boolean {
  let characters = 0;
  for (const field of fields) {
    for (const value of valuesOf(field)) characters += value.length;
    if (characters > MAX_SHORT_CHARACTERS) return false;
  }
  return true;
}

const namesSender = (fields: Fields) =>
  fields.some((field) => valuesOf(field).some((value) => isEmail(value.trim())));
