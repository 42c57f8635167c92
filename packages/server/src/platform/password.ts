/** Passwords: kept as scrypt's result with its parameters, so that those may grow later. RFC 7914. */
import { scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Random } from "./random.ts";

/** 2^15 blocks of 8 · 128 bytes: 32 MiB and about a tenth of a second. */
const COST = { N: 32_768, r: 8, p: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MIN_CHARACTERS = 10;
const MAX_CHARACTERS = 1_000;
/** What a stored hash may ask for at most: more would stop the process. */
const MAX_MEMORY_BYTES = 256 * 1_024 * 1_024;

const derive = promisify<
  string,
  Buffer,
  number,
  { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number },
  Buffer
>(scrypt);

/** What is wrong with a new password, as a sentence; `undefined` when nothing is. */
export function passwordProblem(password: string): string | undefined {
  const { length } = password;
  if (length < MIN_CHARACTERS) {
    return `The password has ${length} characters; take ${MIN_CHARACTERS} or more.`;
  }
  return length > MAX_CHARACTERS
    ? `The password is longer than ${MAX_CHARACTERS} characters.`
    : undefined;
}

/** `scrypt$<N>$<r>$<p>$<salt>$<hash>`, the last two in base64url. */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const { N, r, p } = COST;
  const salt = random(SALT_BYTES);
  const derived = await derivedFrom(password, { N, r, p, salt, bytes: HASH_BYTES });
  return ["scrypt", N, r, p, salt.toString("base64url"), derived.toString("base64url")].join("$");
}

/** Whether `stored` was made from `password`; false for what is no such text. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const match = /^scrypt\$(\d{1,9})\$(\d{1,3})\$(\d{1,3})\$([\w-]+)\$([\w-]+)$/.exec(stored);
  if (match === null) return false;
  const [, N, r, p, salt = "", expected = ""] = match;
  const hash = Buffer.from(expected, "base64url");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derivedFrom(password, {
    ...cost,
    salt: Buffer.from(salt, "base64url"),
    bytes: hash.length,
  });
  return timingSafeEqual(derived, hash);
}

/** The same letters may be typed in more than one way (RFC 8265). */
function derivedFrom(
  password: string,
  {
    salt,
    bytes,
    ...cost
  }: {
    readonly N: number;
    readonly r: number;
    readonly p: number;
    readonly salt: Buffer;
    readonly bytes: number;
  },
): Promise<Buffer> {
  return derive(password.normalize("NFC"), salt, bytes, { ...cost, maxmem: MAX_MEMORY_BYTES });
}
