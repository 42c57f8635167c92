/** Where a file lies in the storage. Keys begin with their time, so what was stored since is found in order. */
import type { Random } from "../platform/random.ts";

/** Twelve hex digits of milliseconds, of which seven (17 minutes) name a folder, and 128 random bits. */
const KEY = /^[0-9a-f]{7}\/[0-9a-f]{37}$/;
/** As keys were before they had a time. */
const TIMELESS = /^[0-9a-f]{32}$/;

export function newStorageKey(now: number, random: Random): string {
  return `${firstStorageKey(now)}${random(16).toString("hex")}`;
}

/** Before every key of this moment, and behind every key of the moments before. */
export function firstStorageKey(at: number): string {
  const digits = Math.max(0, Math.floor(at)).toString(16).padStart(12, "0");
  return `${digits.slice(0, 7)}/${digits.slice(7)}`;
}

/** Whether a name that was found in the storage is a file's. */
export function isStorageKey(name: string): boolean {
  return KEY.test(name);
}

/**
 * The path of `key`, relative to the storage's root: the same in a folder and in a bucket.
 *
 * @throws Error when it is no key.
 */
export function pathOfKey(key: string): string {
  if (KEY.test(key)) return key;
  if (TIMELESS.test(key)) return `${key.slice(0, 2)}/${key.slice(2)}`;
  throw new Error(`${key} is no storage key.`);
}
