/** Why a try brought no answer, in the SDK's own errors. Pure. */
import { AbortedError, ConnectionError, IntrayError, TimeoutError } from "../errors.ts";

export interface TryInfo {
  /** Method and path, for the message. */
  readonly what: string;
  readonly timeoutMs: number;
  /** The deadline went by. */
  readonly isLate: boolean;
  /** The caller's signal ended it. */
  readonly isAborted: boolean;
}

const TIMEOUTS = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);
/** undici would not even send it: a blank in a method, a line break in a header. */
const NOT_SENDABLE = new Set(["UND_ERR_INVALID_ARG", "UND_ERR_NOT_SUPPORTED"]);

/** The error of undici or the system, as one of ours; ours stay as they are. */
export function failureOf(cause: unknown, { what, timeoutMs, isLate, isAborted }: TryInfo) {
  if (cause instanceof IntrayError) return cause;
  if (isAborted) return new AbortedError({ cause });
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  if (isLate || (code !== undefined && TIMEOUTS.has(code))) {
    return new TimeoutError(
      `${what} got no whole answer within ${timeoutMs} ms. Try again, or allow more time.`,
      timeoutMs,
      { cause },
    );
  }
  const text = cause instanceof Error ? cause.message : String(cause);
  const detail = text === "" ? (code ?? "no reason given") : text;
  if (code !== undefined && NOT_SENDABLE.has(code)) {
    const message = `${what} cannot be sent as it is (${detail}). Look at its method, headers and body.`;
    return new IntrayError("usage", message, { cause });
  }
  return new ConnectionError(
    `The server could not be reached for ${what} (${detail}). Check the base URL, and that the server runs.`,
    code,
    { cause },
  );
}

/** The same for a body that broke off while it was read. */
export function bodyFailureOf(cause: unknown, what: string, isAborted: boolean): IntrayError {
  if (cause instanceof IntrayError) return cause;
  if (isAborted) return new AbortedError({ cause });
  const text = cause instanceof Error && cause.message !== "" ? cause.message : String(cause);
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  return new ConnectionError(`The answer to ${what} broke off (${text}). Try again.`, code, {
    cause,
  });
}
