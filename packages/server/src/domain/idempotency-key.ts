/** Idempotency keys: what is sent again under the same key is done once and answered as the first time. */
import { hash } from "node:crypto";
import { AppError } from "./errors.ts";

/** Node's name of the header. */
export const IDEMPOTENCY_KEY = "idempotency-key";

/** After this a key is new again. */
export const KEY_REMEMBERED_MS = 24 * 3_600 * 1_000;

const MAX_CHARACTERS = 255;
const PRINTABLE = /^[\x20-\x7e]+$/;

/** A key with what it was sent with; both as SHA-256, since neither has to be read again. */
export interface RequestKey {
  /** Whose key it is: the same text of two owners is two keys. */
  readonly scope: string;
  readonly key_hash: Uint8Array;
  readonly content_hash: Uint8Array;
}

/**
 * The text of the header; `undefined` when there is none, or an empty one.
 *
 * @throws AppError `malformed` when it is too long, or no printable ASCII.
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
      key.length > MAX_CHARACTERS ? `has ${key.length}` : "holds others"
    }. A UUID will do.`,
  );
}

export function requestKey({
  scope,
  key,
  content,
}: {
  readonly scope: string;
  readonly key: string;
  readonly content: string;
}): RequestKey {
  return {
    scope,
    key_hash: hash("sha256", key, "buffer"),
    // With the key in front, which is stored nowhere: a short secret in the content cannot be guessed.
    content_hash: hash("sha256", `${key}\n${content}`, "buffer"),
  };
}

/** Whose the key of a post is. Content and key are one there: the same key with other content is new. */
export const postScope = (form_id: number) => `posts ${form_id}`;

/** Hex of 32 bytes, for a post: equal for the same key with the same fields and files in the same form. */
export function postKeyHash(
  key: string,
  contentHash: string,
  files: readonly { readonly form_name: string; readonly name: string; readonly sha256: string }[],
): string {
  const names = files.map(({ form_name, name, sha256 }) => [form_name, name, sha256]);
  return hash("sha256", `${key}\n${contentHash}\n${JSON.stringify(names)}`, "hex");
}
