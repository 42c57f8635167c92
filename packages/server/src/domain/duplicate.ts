/**
 * The same content twice in ten minutes is spam. Only the commit knows what came just before, two
 * equal posts at once included, so the comparison itself is part of the accepting write; what counts
 * as the same, and for how long, is said here.
 */
import { hash } from "node:crypto";

export const DUPLICATE_WINDOW_MS = 10 * 60 * 1_000;

const HASH_DIGITS = 32;

/** Sixteen bytes as hex, equal for the same ordered fields (as JSON) in the same form. */
export function contentHash(formId: number, fields: string): string {
  return hash("sha256", `${formId}\n${fields}`, "hex").slice(0, HASH_DIGITS);
}
