/** The storage that holds the files of submissions. */
import type { Readable } from "node:stream";
import { AppError } from "../domain/errors.ts";
import type { Semaphore } from "./semaphore.ts";

/** Longer than any upload takes: an older file without a row is an orphan. */
export const ABANDONED_MS = 24 * 3_600 * 1_000;

export type StoredFile = { readonly size: number; readonly sha256: Buffer };

export interface Storage {
  /**
   * Limits how many received pieces of {@link Storage.write} contents are in memory at the same time.
   * The reader of an upload acquires a slot for each piece. `undefined` = no limit.
   */
  readonly writeSlots?: Semaphore;
  /**
   * Stores `content` under `key`; resolves once the bytes would survive a crash. When it rejects, nothing
   * is left under `key`, or the orphan sweep removes what is left.
   *
   * @param content Each piece is valid only until the next one is requested; copy bytes to keep them.
   * @throws AppError `overloaded` when the storage is full or unreachable; whatever `content` throws.
   */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /**
   * The whole file, or its bytes from `start` to `end` inclusive; `undefined` when there is no such file.
   *
   * @throws AppError `overloaded` when the storage is unreachable.
   */
  read(
    key: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<Readable | undefined>;
  /** Size in bytes, without reading the file; `undefined` when there is no such file. @throws as `read` does. */
  size(key: string): Promise<number | undefined>;
  /** Removes the file; removing a missing file is no error. */
  remove(key: string): Promise<void>;
  /** Keys of stored files between `after` and `before` (both exclusive), sorted, at most `limit`. */
  list(bounds: {
    readonly after: string;
    readonly before: string;
    readonly limit: number;
  }): Promise<readonly string[]>;
  /**
   * Removes unfinished uploads last written before the time `before`, except keys for which `isOpen`.
   *
   * @returns How many were removed, at most `limit`.
   */
  dropUnfinished(which: {
    readonly before: number;
    readonly isOpen: (key: string) => boolean;
    readonly limit: number;
  }): Promise<number>;
  close(): void;
}

/** The error for a sender whose file was not stored because the disk is full. */
export const storageFull = (cause?: unknown): AppError =>
  new AppError(
    "overloaded",
    "The server has too little disk left for files; nothing was stored. Send it without files, or again later.",
    { headers: { "Retry-After": "60" }, cause },
  );
