/** Errors that a caller can act on. Any other error is a bug and is answered as `internal`. */
import type { ErrorCode, FieldProblem as AnsweredProblem } from "@intray/sdk/schemas";

export type { ErrorCode };

export type Expected =
  | {
      readonly kind: "min" | "max";
      readonly limit: number;
      /** Whether the limit is one of the value, of its characters, or of its items. */
      readonly of: "number" | "string" | "array";
    }
  | { readonly kind: "integer" | "number" | "option" | "pattern" };

export interface FieldProblem extends AnsweredProblem {
  /** For the pages, which word it with the label of the input; the API's answers do not have it. */
  readonly expected?: Expected;
}

export const HTTP_STATUS = {
  malformed: 400,
  unauthenticated: 401,
  key_expired: 401,
  forbidden: 403,
  read_only_key: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  idempotency_key_reused: 409,
  archived: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  empty: 422,
  rate_limited: 429,
  internal: 500,
  not_implemented: 501,
  overloaded: 503,
  draining: 503,
  quota_exceeded: 507,
  loop_detected: 508,
} as const satisfies Record<ErrorCode, number>;

interface Details {
  /** What is wrong with which member, for `invalid`; what was changed, for `precondition_failed`. */
  readonly fields?: readonly FieldProblem[];
  /** Additional response headers: `Retry-After`, `Allow`, `WWW-Authenticate`, `ETag`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  /** The write may have been committed: the connection broke before the database answered. */
  readonly isUncertain?: boolean;
}

export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly fields: readonly FieldProblem[];
  readonly headers: Readonly<Record<string, string>>;
  readonly isUncertain: boolean;

  /** @param message Shown to the user: what happened, to which record, what to do next. */
  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.fields = details.fields ?? [];
    this.headers = details.headers ?? {};
    this.isUncertain = details.isUncertain ?? false;
  }
}

export function invalid(field: string, message: string): AppError {
  return new AppError("invalid", message, { fields: [{ field, code: "invalid", message }] });
}

/** Resolves with what `run` does, or with the AppError that it rejects with, to be shown where it was caused. */
export const caught = <Result>(run: () => Promise<Result>): Promise<Result | AppError> =>
  run().catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });

const MAX_SHOWN_HOST = 100;

/** The error for a `Host` that the dashboard and the metrics do not answer to. */
export function unknownHost(host = ""): AppError {
  // Without the port and the brackets, as the setting expects it.
  const name = host.replace(/:\d*$/, "").replaceAll(/[[\]]/g, "").slice(0, MAX_SHOWN_HOST);
  return new AppError(
    "malformed",
    `This server does not answer to the host name "${name}". If the name is right, set INTRAY_PUBLIC_URL to the address that people open, or add the name to INTRAY_ALLOWED_HOSTS.`,
  );
}
