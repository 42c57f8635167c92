/** Converts the error of an attempt without a response to one of the SDK's errors. Pure. */
import { AbortedError, ConnectionError, IntrayError, TimeoutError } from "../errors.ts";
import { adviceFor } from "./connection-advice.ts";

export interface AttemptInfo {
  /** Method and path, for the message. */
  readonly what: string;
  readonly timeoutMs: number;
  readonly isLate: boolean;
  /** The caller's signal fired. */
  readonly isAborted: boolean;
  /** Address of the proxy that the client is set up with, for the message. */
  readonly proxy?: string | undefined;
}

const TIMEOUTS = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);
/** undici rejects the request itself, such as a space in a method or a line break in a header. */
const NOT_SENDABLE = new Set(["UND_ERR_INVALID_ARG", "UND_ERR_NOT_SUPPORTED"]);

/** Errors of the language, which have no code when a program caused them. */
const PROGRAM_ERRORS = [TypeError, ReferenceError, RangeError, SyntaxError, EvalError, URIError];
/** Node's codes for a module that cannot be loaded and for an argument that it rejects. */
const PROGRAM_CODE = /^(?:MODULE_NOT_FOUND|ERR_MODULE_|ERR_PACKAGE_|ERR_REQUIRE_|ERR_INVALID_ARG_)/;

/** Whether the error is one of the program, such as a dependency that cannot be loaded, not of the network. */
function isProgramError(cause: unknown): boolean {
  const code = codeOf(cause);
  if (code !== undefined) return PROGRAM_CODE.test(code);
  return PROGRAM_ERRORS.some((kind) => cause instanceof kind);
}

const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && "code" in cause ? String(cause.code) : undefined;

/**
 * Converts an error of undici or the system. Returns errors of the SDK unchanged.
 *
 * @throws the cause itself if it is an error of the program: a retry would not help.
 */
export function attemptErrorOf(
  cause: unknown,
  { what, timeoutMs, isLate, isAborted, proxy }: AttemptInfo,
) {
  if (cause instanceof IntrayError) return cause;
  if (isAborted) return new AbortedError({ cause });
  const code = codeOf(cause);
  if (isLate || (code !== undefined && TIMEOUTS.has(code))) {
    return new TimeoutError(
      `${what} got no complete response within ${timeoutMs} ms. Try again, or allow more time.`,
      timeoutMs,
      { cause },
    );
  }
  if (isProgramError(cause)) throw cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  const detail = tlsDetail(code) ?? (text === "" ? (code ?? "no reason given") : text);
  const isProxys = text.startsWith("Proxy ");
  if (code !== undefined && NOT_SENDABLE.has(code) && !isProxys) {
    const message = `${what} cannot be sent (${detail}). Check its method, headers and body.`;
    return new IntrayError("usage", message, { cause });
  }
  return new ConnectionError(
    `The server could not be reached for ${what} (${detail}). ${adviceFor(code, { proxy, isProxys })}`,
    code,
    { cause },
  );
}

/** `wrong version number` for ERR_SSL_WRONG_VERSION_NUMBER; OpenSSL's own text names lines of its source. */
function tlsDetail(code: string | undefined): string | undefined {
  const [, name] = /^ERR_SSL_(\w+)$/.exec(code ?? "") ?? [];
  return name?.toLowerCase().replaceAll("_", " ");
}

/** Converts the error of a body that broke while it was read. @throws as {@link attemptErrorOf} does. */
export function bodyErrorOf(cause: unknown, what: string, isAborted: boolean): IntrayError {
  if (cause instanceof IntrayError) return cause;
  if (isAborted) return new AbortedError({ cause });
  if (isProgramError(cause)) throw cause;
  const text = cause instanceof Error && cause.message !== "" ? cause.message : String(cause);
  return new ConnectionError(
    `The response to ${what} broke off (${text}). Try again.`,
    codeOf(cause),
    { cause },
  );
}
