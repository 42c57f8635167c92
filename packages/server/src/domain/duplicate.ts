/**
 * Duplicates: the same content in the same form within ten minutes is spam. This file defines what counts
 * as the same content. The store compares at commit, since two equal posts may arrive at the same time.
 */
import { hash } from "node:crypto";

export const DUPLICATE_WINDOW_MS = 10 * 60 * 1_000;

const HASH_DIGITS = 32;

/** 16 bytes as hex, equal for the same ordered fields (as JSON) in the same form. */
export function contentHash(formId: number, fields: string): string {
  return hash("sha256", `${formId}\n${fields}`, "hex").slice(0, HASH_DIGITS);
}
