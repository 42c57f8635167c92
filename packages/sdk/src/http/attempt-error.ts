/** Converts the error of an attempt without a response to one of the SDK's errors. Pure. */
import { AbortedError, ConnectionError, IntrayError, TimeoutError } from "../errors.ts";

export interface AttemptInfo {
  /** Method and path, for the message. */
  readonly what: string;
  readonly timeoutMs: number;
  /** The deadline has passed. */
  readonly isLate: boolean;
  /** The caller's signal fired. */
  readonly isAborted: boolean;
}

const TIMEOUTS = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);
/** undici rejects the request itself, such as a space in a method or a line break in a header. */
const NOT_SENDABLE = new Set(["UND_ERR_INVALID_ARG", "UND_ERR_NOT_SUPPORTED"]);

/** Converts an error of undici or the system. Returns errors of the SDK unchanged. */
export function attemptErrorOf(
  cause: unknown,
  { what, timeoutMs, isLate, isAborted }: AttemptInfo,
) {
  if (cause instanceof IntrayError) return cause;
  if (isAborted) return new AbortedError({ cause });
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  if (isLate || (code !== undefined && TIMEOUTS.has(code))) {
    return new TimeoutError(
      `${what} got no complete response within ${timeoutMs} ms. Try again, or allow more time.`,
      timeoutMs,
      { cause },
    );
  }
  const text = cause instanceof Error ? cause.message : String(cause);
  const detail = text === "" ? (code ?? "no reason given") : text;
  if (code !== undefined && NOT_SENDABLE.has(code)) {
    const message = `${what} cannot be sent (${detail}). Check its method, headers and body.`;
    return new IntrayError("usage", message, { cause });
  }
  return new ConnectionError(
    `The server could not be reached for ${what} (${detail}). Check the base URL, and that the server is running.`,
    code,
    { cause },
  );
}

/** Converts the error of a body that broke while it was read. */
export function bodyErrorOf(cause: unknown, what: string, isAborted: boolean): IntrayError {
  if (cause instanceof IntrayError) return cause;
  if (isAborted) return new AbortedError({ cause });
  const text = cause instanceof Error && cause.message !== "" ? cause.message : String(cause);
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  return new ConnectionError(`The response to ${what} broke off (${text}). Try again.`, code, {
    cause,
  });
}
