/** API keys: their format and checksum, and the hash that is stored. */
import { hash } from "node:crypto";
import type { Random } from "../../platform/random.ts";

export type KeyKind = "account" | "project" | "form";
/** What a key may do, with words for people: openapi.yaml says for each operation which scopes it takes. */
export const KEY_SCOPES = {
  write: ["Read and change", "Everything that the API can do."],
  read: [
    "Only read",
    "Submissions, files, exports and settings. No changes, no claims of the queue, no signing secrets.",
  ],
  "submissions:read": ["Only read submissions", "With their files, notes and replies."],
  "submissions:mark": [
    "Read and mark submissions",
    "Read, spam, tags and assignees, and claims of the queue.",
  ],
  export: ["Only export", "Lists of submissions, and their files."],
  refire: ["Only re-fire", "The log of deliveries, and sending them again."],
} as const;
export type KeyScope = keyof typeof KEY_SCOPES;

export const isKeyScope = (text: string): text is KeyScope => Object.hasOwn(KEY_SCOPES, text);

/** `device`: of a program that has the key before a person allows it, and decides what it gives access to. */
const PREFIX = {
  account: "itk_acct_",
  project: "itk_proj_",
  form: "itk_form_",
  device: "itk_dev_",
} as const satisfies Record<KeyKind | "device", string>;
const SECRET_BYTES = 32;
const SECRET_CHARACTERS = 43;
const CHECKSUM_CHARACTERS = 6;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

type KindOfArgs = { readonly form_id: number | null; readonly project_id: number | null };

/** What a key gives access to, by its row. */
export function kindOf({ form_id, project_id }: KindOfArgs): KeyKind {
  if (form_id !== null) return "form";
  return project_id === null ? "account" : "project";
}

/** Returns the text of a new key: 32 random bytes in base62 and a checksum that detects typing errors. */
export function newKey(kind: KeyKind | "device", random: Random): string {
  const body = PREFIX[kind] + base62(random(SECRET_BYTES), SECRET_CHARACTERS);
  return body + checksum(body);
}

/** SHA-256 of the whole text. The text itself is not stored. */
export const hashKey = (key: string): Buffer => hash("sha256", key, "buffer");

/** The first characters of a key, stored to identify it in lists: four of them are random. */
export const keyPrefix = (key: string): string => key.slice(0, 13);

/** Whether the text has the format of a key but a wrong checksum. Used only for the error message. */
export function isMistyped(key: string): boolean {
  if (!/^itk_(acct|proj|form|dev)_/.test(key)) return false;
  const body = key.slice(0, -CHECKSUM_CHARACTERS);
  return key.slice(-CHECKSUM_CHARACTERS) !== checksum(body);
}

const checksum = (body: string): string =>
  base62(hash("sha256", body, "buffer").subarray(0, 4), CHECKSUM_CHARACTERS);

function base62(bytes: Uint8Array, length: number): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  while (text.length < length) {
    text = (ALPHABET[Number(number % 62n)] ?? "") + text;
    number /= 62n;
  }
  return text;
}
