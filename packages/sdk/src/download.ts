/** Downloads a file as one stream, resuming it over new connections. */
import { pathText } from "./http/address.ts";
import { IntrayError, RedirectError, UnexpectedAnswerError } from "./errors.ts";
import type { Answer, Exchange } from "./http/exchange.ts";
import { bodyErrorOf } from "./http/attempt-error.ts";
import { retryDelayMs } from "./http/retry.ts";
import type { Transport } from "./http/transport.ts";
import type { CallOptions } from "./options.ts";

/** The conversion of chunks to the platform's type of stream. */
export interface StreamOf<Stream> {
  toStream(chunks: AsyncGenerator<Uint8Array, void>, stop: AbortController): Stream;
}

type Source = Pick<Exchange, "path" | "query" | "body" | "bearer"> & { readonly method?: string };

const DEFAULT_MAX_RESUMES = 3;

/** Resolves when the response has started. @throws ApiError if the server rejects the request. */
export async function openDownload<Stream>(
  transport: Transport,
  platform: StreamOf<Stream>,
  { method = "GET", ...source }: Source,
  { range, resume = true, ...options }: DownloadOptions,
): Promise<Download<Stream>> {
  checkRange(range);
  const stop = new AbortController();
  const { signal: caller } = options;
  const signal = caller === undefined ? stop.signal : AbortSignal.any([caller, stop.signal]);
  let url: string | undefined;
  const open = (part: ByteRange | undefined, etag?: string): Promise<Answer> =>
    transport.stream({
      method,
      ...source,
      ...options,
      url,
      headers: {
        accept: "*/*",
        ...(url === undefined && options.headers),
        ...(part !== undefined && { range: rangeHeader(part) }),
        ...(part !== undefined && etag !== undefined && { "if-range": etag }),
      },
      signal,
    });
  const first = await open(range).catch((error: unknown) => {
    // Public links lead to the server's host for files.
    if (source.bearer !== null || !(error instanceof RedirectError)) throw error;
    const { location = "" } = error;
    if (!/^https?:\/\//.test(location) || !URL.canParse(location)) throw error;
    url = location;
    return open(range);
  });
  const { status, headers } = first;
  const retries = resume ? (options.maxRetries ?? DEFAULT_MAX_RESUMES) : 0;
  const pause = (retry: number) =>
    transport.pause(
      retryDelayMs(retry, { random: () => transport.random(), retryAfterMs: undefined }),
      AbortSignal.any([signal, transport.closing]),
    );
  const isAborted = () => (caller?.aborted ?? false) || stop.signal.aborted;
  const what = `${method} ${pathText(source.path)}`;
  const chunks = bytesOf(first, { open, pause, retries, isAborted, what });
  return { status, headers, body: platform.toStream(chunks, stop) };
}

interface ResumeContext {
  readonly open: (part: ByteRange, etag: string | undefined) => Promise<Answer>;
  readonly pause: (retry: number) => Promise<void>;
  /** Resumptions in a row without a byte before the download fails. */
  readonly retries: number;
  readonly isAborted: () => boolean;
  readonly what: string;
}

async function* bytesOf(
  first: Answer,
  { open, pause, retries, isAborted, what }: ResumeContext,
): AsyncGenerator<Uint8Array, void> {
  const whole = contentRangeOf(first.status, first.headers);
  const etag = strongTag(first.headers["etag"]);
  const canResume =
    whole !== undefined && (first.status === 206 || first.headers["accept-ranges"] === "bytes");
  let at = whole?.start ?? 0;
  let { body } = first;
  for (let failures = 0; ;) {
    try {
      for await (const chunk of body) {
        at += chunk.length;
        failures = 0;
        yield chunk;
      }
      return;
    } catch (cause) {
      if (!canResume || failures >= retries || isAborted()) {
        throw bodyErrorOf(cause, what, isAborted());
      }
    }
    // All bytes arrived before the connection broke.
    if (at > whole.end) return;
    await pause(failures);
    failures += 1;
    const next = await open({ start: at, end: whole.end }, etag);
    if (!continuesAt(next, at, whole)) {
      next.body.destroy();
      throw new UnexpectedAnswerError(
        next.status,
        `${what} broke off at byte ${at} and cannot be resumed: the file has changed, or the server does not send parts. Start the download again.`,
      );
    }
    ({ body } = next);
  }
}

function continuesAt({ status, headers }: Answer, at: number, whole: ContentRange): boolean {
  if (status !== 206) return false;
  const range = contentRangeOf(status, headers);
  return range?.start === at && range.end === whole.end && range.size === whole.size;
}

/** A weak tag does not guarantee the same bytes (RFC 9110, 8.8.1). */
const strongTag = (etag: string | undefined) => (etag?.startsWith('"') === true ? etag : undefined);

function checkRange(range: ByteRange | undefined): void {
  if (range === undefined) return;
  const { start, end = start } = range;
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end >= start)
    return;
  throw new IntrayError(
    "usage",
    `The range from ${start} to ${end} is invalid. Use whole numbers from 0, with the end not before the start.`,
  );
}

/** Both ends included; without `end`, up to the end of the file. */
interface ByteRange {
  readonly start: number;
  readonly end?: number | undefined;
}

/** The part of the file that a response contains, and the size of the file. */
interface ContentRange {
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

/** The value of `Range`. */
const rangeHeader = ({ start, end }: ByteRange): string => `bytes=${start}-${end ?? ""}`;

/** The part that a response contains; `undefined` if it does not say, or if its body is encoded. */
function contentRangeOf(
  status: number,
  headers: Readonly<Record<string, string>>,
): ContentRange | undefined {
  if (headers["content-encoding"] !== undefined) return undefined;
  if (status === 206) {
    const parts = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers["content-range"] ?? "");
    if (parts === null) return undefined;
    const [start = 0, end = 0, size = 0] = parts.slice(1).map(Number);
    return { start, end, size };
  }
  const length = headers["content-length"] ?? "";
  return /^\d{1,15}$/.test(length)
    ? { start: 0, end: Number(length) - 1, size: Number(length) }
    : undefined;
}

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
