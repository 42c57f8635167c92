/** Requests and responses before JSON is parsed. */
import type { Path } from "./address.ts";
import type { ChangeOptions, QueryValue } from "../options.ts";
import type { ReadAnswer } from "./error-response.ts";
import type { IntrayError } from "../errors.ts";

export interface Exchange extends ChangeOptions {
  readonly method: string;
  readonly path: Path;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: string | Uint8Array;
  /** Where the request is sent instead, by {@link path} on another host. Only without the key. */
  readonly url?: string | undefined;
  /** Sent instead of the client's key; `null` sends none. */
  readonly bearer?: string | null;
  /** Milliseconds without a byte after which the body counts as broken. */
  readonly silenceMs?: number;
}

/** A body that is still to be read, as undici's. */
export interface ResponseBody {
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, unknown>;
  arrayBuffer(): Promise<ArrayBuffer>;
  destroy(): unknown;
  /** Called when it was read or destroyed. */
  once(event: "close", listener: () => void): unknown;
}

/** A response whose body is still to be read. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ResponseBody;
}

/** The result of one attempt, for the retry loop. */
export type AttemptResult<Received> =
  | { readonly kind: "answer"; readonly answer: Received }
  | { readonly kind: "broken"; readonly error: IntrayError };

export async function readWhole({ status, headers, body }: Answer): Promise<ReadAnswer> {
  return { status, headers, bytes: new Uint8Array(await body.arrayBuffer()) };
}

/** Returns the response, or throws the error. */
export function answerOrThrow<Received>(outcome: AttemptResult<Received>): Received {
  if (outcome.kind === "broken") throw outcome.error;
  return outcome.answer;
}

/** Lower-cases header names and joins repeated headers with commas. */
export function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined)
      plain[name.toLowerCase()] = typeof value === "string" ? value : value.join(", ");
  }
  return plain;
}
