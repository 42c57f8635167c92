/** Idempotency keys: a request repeated with the same key is executed once, and its result is returned again. */
import { hash } from "node:crypto";
import { AppError } from "../errors.ts";

/** The name of the header, in lower case as Node reports it. */
export const IDEMPOTENCY_KEY = "idempotency-key";

/** After this time a key may be used for a new request. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * 3_600 * 1_000;

const MAX_CHARACTERS = 255;
const PRINTABLE = /^[\x20-\x7e]+$/;

/** A key and the content of its request, stored as SHA-256 hashes. */
export interface RequestKey {
  /** The owner of the key: the same text from two owners is two keys. */
  readonly scope: string;
  readonly key_hash: Uint8Array;
  readonly content_hash: Uint8Array;
}

/**
 * Returns the value of the header; `undefined` if it is missing or empty.
 *
 * @throws AppError `malformed` if it is too long or not printable ASCII.
 */
export function readIdempotencyKey(
  header: string | readonly string[] | undefined,
): string | undefined {
  if (header === undefined) return undefined;
  const key = (typeof header === "string" ? header : header.join(", ")).trim();
  if (key === "") return undefined;
  if (key.length <= MAX_CHARACTERS && PRINTABLE.test(key)) return key;
  throw new AppError(
    "malformed",
    `The Idempotency-Key must be 1 to ${MAX_CHARACTERS} printable ASCII characters; this one ${
      key.length > MAX_CHARACTERS ? `has ${key.length}` : "contains other characters"
    }. Use a UUID, for example.`,
  );
}

type RequestKeyArgs = { readonly scope: string; readonly key: string; readonly content: string };

export const requestKey = ({ scope, key, content }: RequestKeyArgs): RequestKey => ({
  scope,
  key_hash: hash("sha256", key, "buffer"),
  // The hash includes the key, which is not stored, so a short secret in the content cannot be guessed.
  content_hash: hash("sha256", `${key}\n${content}`, "buffer"),
});

/** The owner of a post's key. For posts the content is part of the key: the same key with other content is new. */
export const postScope = (form_id: number) => `posts ${form_id}`;

/** 32 bytes as hex, equal for the same key with the same fields and files in the same form. */
export function postKeyHash(
  key: string,
  contentHash: string,
  files: readonly { readonly form_name: string; readonly name: string; readonly sha256: string }[],
): string {
  const names = files.map(({ form_name, name, sha256 }) => [form_name, name, sha256]);
  return hash("sha256", `${key}\n${contentHash}\n${JSON.stringify(names)}`, "hex");
}
