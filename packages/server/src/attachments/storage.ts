/** Where the files of submissions lie. */
import type { Readable } from "node:stream";

/** A file that is stored for good. */
export interface StoredFile {
  readonly size: number;
  readonly sha256: Buffer;
}

export interface Storage {
  /**
   * Stores `content` under `key`; resolves once the bytes are on the disk. When it rejects, nothing
   * is left under `key`.
   */
  write(key: string, content: Readable): Promise<StoredFile>;
  /** The bytes, or those from `start` to `end` inclusive; rejects with code ENOENT when it is gone. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  /** Forgets `key`; forgetting twice is no error. */
  remove(key: string): Promise<void>;
}
