/** Keys of files in the storage. A key begins with its time, so files can be listed in order of time. */
import type { Random } from "../platform/random.ts";

/** Milliseconds as twelve hex digits, of which the first seven (17 minutes) name a folder, and 128 random bits. */
const KEY = /^[0-9a-f]{7}\/[0-9a-f]{37}$/;
/** The format of keys before they contained a time. */
const TIMELESS = /^[0-9a-f]{32}$/;

export const newStorageKey = (now: number, random: Random): string =>
  `${firstStorageKey(now)}${random(16).toString("hex")}`;

/** Sorts before every key of this millisecond and after every key of earlier ones. */
export function firstStorageKey(at: number): string {
  const digits = Math.max(0, Math.floor(at)).toString(16).padStart(12, "0");
  return `${digits.slice(0, 7)}/${digits.slice(7)}`;
}

export const isStorageKey = (name: string): boolean => KEY.test(name);

/**
 * Returns the path of `key` relative to the root of the storage, the same in a folder and in a bucket.
 *
 * @throws Error if it is not a key.
 */
export function pathOfKey(key: string): string {
  if (KEY.test(key)) return key;
  if (TIMELESS.test(key)) return `${key.slice(0, 2)}/${key.slice(2)}`;
  throw new Error(`${key} is not a storage key.`);
}
