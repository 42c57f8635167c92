/** Where the files of submissions lie. */
import type { Readable } from "node:stream";
import { AppError } from "../domain/errors.ts";
import type { Turns } from "./slots.ts";

/** No upload takes so long: what is older and has no row is an orphan. */
export const ABANDONED_MS = 24 * 3_600 * 1_000;

/** A file that is stored for good. */
export interface StoredFile {
  readonly size: number;
  readonly sha256: Buffer;
}

export interface Storage {
  /**
   * To be taken for the pieces of a content of {@link Storage.write}, each once it has arrived: more of
   * them at once would only wait in memory. `undefined` = any number.
   */
  readonly turns?: Turns;
  /**
   * Stores `content` under `key`; resolves once the bytes would outlive a crash. When it rejects,
   * nothing is left under `key`, or what is left is an orphan's.
   *
   * @param content Each piece is gone once the next one is asked for: what is kept has to be copied.
   * @throws AppError `overloaded` when the storage has no room, or cannot be reached; what `content` fails with.
   */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /**
   * The bytes, or those from `start` to `end` inclusive; `undefined` when they are gone.
   *
   * @throws AppError `overloaded` when the storage cannot be reached.
   */
  read(
    key: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<Readable | undefined>;
  /** In bytes, without reading it; `undefined` when it is gone. @throws as `read` does. */
  size(key: string): Promise<number | undefined>;
  /** Forgets `key`; forgetting twice is no error. */
  remove(key: string): Promise<void>;
  /** Keys of stored files behind `after` and before `before`, in their order, `limit` at most. */
  list(bounds: {
    readonly after: string;
    readonly before: string;
    readonly limit: number;
  }): Promise<readonly string[]>;
  /**
   * Drops what was left half stored: touched before the time `before`, and no key that `isOpen`.
   *
   * @returns How many were dropped, `limit` at most.
   */
  dropUnfinished(which: {
    readonly before: number;
    readonly isOpen: (key: string) => boolean;
    readonly limit: number;
  }): Promise<number>;
  close(): void;
}

/** For whoever sends a file: it was not stored, and why. */
export function noRoom(cause?: unknown): AppError {
  return new AppError(
    "overloaded",
    "The server has too little disk left for files; nothing was stored. Send it without files, or again later.",
    { headers: { "Retry-After": "60" }, cause },
  );
}
