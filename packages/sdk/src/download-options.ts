/** The options and the result of a file download. */
import type { Readable } from "node:stream";
import type { CallOptions } from "./options.ts";

/** A file on its way. */
export interface Download {
  /** Consume or destroy it, or its connection stays open. */
  readonly body: Readable;
  readonly headers: Readonly<Record<string, string>>;
  /** 206 for a part of the file. */
  readonly status: number;
}

/** Which part, and what to do when it breaks off. */
export interface DownloadOptions extends CallOptions {
  /** From byte `start` to byte `end`, both included; without `end` all the rest. */
  readonly range?: { readonly start: number; readonly end?: number };
  /** Goes on behind the last byte when the connection is cut, up to `maxRetries` times; default true. */
  readonly resume?: boolean;
}
