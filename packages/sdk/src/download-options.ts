/** The options and the result of a file download. */
import type { CallOptions } from "./options.ts";

/** A file as a stream. */
export interface Download<Stream> {
  /** Consume, destroy or cancel it; otherwise its connection stays open. */
  readonly body: Stream;
  readonly headers: Readonly<Record<string, string>>;
  /** 206 for a part of the file. */
  readonly status: number;
}

/** Options of a download: which part, and whether to resume. */
export interface DownloadOptions extends CallOptions {
  /** From byte `start` to byte `end`, both included; without `end` to the end of the file. */
  readonly range?: { readonly start: number; readonly end?: number };
  /** Resumes after the last byte if the connection breaks, up to `maxRetries` times in a row; default true. */
  readonly resume?: boolean;
}
