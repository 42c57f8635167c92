/** Hashes passwords with scrypt (RFC 7914). Each hash contains its parameters, so they can be raised later. */
import { scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Random } from "./random.ts";

/** 2^15 blocks of 8 · 128 bytes, three times one after the other: 32 MiB of memory and about 0.3 seconds. */
const COST = { N: 32_768, r: 8, p: 3 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Limit for the parameters of a stored hash, so that a corrupt one cannot exhaust the memory. */
const MAX_MEMORY_BYTES = 256 * 1_024 * 1_024;

const derive = promisify<
  string,
  Buffer,
  number,
  { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number },
  Buffer
>(scrypt);

/** Returns `scrypt$<N>$<r>$<p>$<salt>$<hash>`, the last two in base64url. */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const { N, r, p } = COST;
  const salt = random(SALT_BYTES);
  const derived = await deriveFrom(password, { N, r, p, salt, bytes: HASH_BYTES });
  return ["scrypt", N, r, p, salt.toString("base64url"), derived.toString("base64url")].join("$");
}

/** Whether a hash was made at another cost than new ones. */
export const isOutdated = (stored: string): boolean =>
  !stored.startsWith(`scrypt$${COST.N}$${COST.r}$${COST.p}$`);

/**
 * Whether `stored` is a hash of `password`; false for text of another format. An older, cheaper hash takes as long as a
 * new one: otherwise the time would tell that an address has one, since unknown addresses are compared with a new one.
 */
export async function isPassword(
  password: string,
  stored: string,
  derives = deriveFrom,
): Promise<boolean> {
  const match = /^scrypt\$(\d{1,9})\$(\d{1,3})\$(\d{1,3})\$([\w-]+)\$([\w-]+)$/.exec(stored);
  if (match === null) return false;
  const [, N, r, p, salt = "", expected = ""] = match;
  const hash = Buffer.from(expected, "base64url");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derives(password, {
    ...cost,
    salt: Buffer.from(salt, "base64url"),
    bytes: hash.length,
  });
  const missing = { ...COST, p: COST.p - cost.p };
  if (cost.N === COST.N && cost.r === COST.r && missing.p > 0) {
    await derives(password, { ...missing, salt: Buffer.from(salt, "base64url"), bytes: 1 });
  }
  return timingSafeEqual(derived, hash);
}

interface DeriveFromArgs {
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly salt: Buffer;
  readonly bytes: number;
}

/** Normalizes first, since keyboards produce the same letters in different ways (RFC 8265). */
const deriveFrom = (password: string, { salt, bytes, ...cost }: DeriveFromArgs): Promise<Buffer> =>
  derive(password.normalize("NFC"), salt, bytes, { ...cost, maxmem: MAX_MEMORY_BYTES });
