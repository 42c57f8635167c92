/** The errors of a call. The message says what happened; `kind` distinguishes them. */
import { mismatchOf } from "./http/connection-advice.ts";
import type { ErrorCode, FieldProblem } from "./api-types.ts";

type IntrayErrorKind =
  | "api"
  | "connection"
  | "timeout"
  | "redirect"
  | "unexpected_answer"
  | "invalid_fields"
  | "aborted"
  | "usage";

/** Base class of all errors. */
export class IntrayError extends Error {
  override readonly name: string = "IntrayError";
  readonly kind: IntrayErrorKind;

  constructor(kind: IntrayErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

interface ApiErrorDetails {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly requestId: string | undefined;
  readonly fieldErrors: readonly FieldProblem[];
  readonly hasErrorBody: boolean;
  readonly retryAfterMs: number | undefined;
}

/** The server responded with an error status. */
export class ApiError extends IntrayError {
  override readonly name = "ApiError";
  override readonly kind = "api";
  readonly status: number;
  /** `undefined` if the body is not an Intray error body. */
  readonly code: ErrorCode | undefined;
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;
  readonly fieldErrors: readonly FieldProblem[];
  /** Whether the body is an Intray error body; false for the error page of a proxy. */
  readonly hasErrorBody: boolean;
  readonly retryAfterMs: number | undefined;
  /** What to do about it, if the code suggests something. */
  readonly hint: string | undefined;

  constructor(message: string, details: ApiErrorDetails) {
    super("api", message);
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.fieldErrors = details.fieldErrors;
    this.hasErrorBody = details.hasErrorBody;
    this.retryAfterMs = details.retryAfterMs;
    this.hint = hintOf(details.code);
  }
}

/** The server could not be reached, or the connection broke. */
export class ConnectionError extends IntrayError {
  override readonly name = "ConnectionError";
  override readonly kind = "connection";
  /** The error code of the system, such as `ECONNREFUSED`. */
  readonly code: string | undefined;
  /** Whether a retry cannot help: http and https are mixed up, or the certificate is not trusted. */
  readonly isPermanent: boolean;

  constructor(message: string, code: string | undefined, options?: ErrorOptions) {
    super("connection", message, options);
    this.code = code;
    this.isPermanent = mismatchOf(code) !== undefined;
  }
}

/** The deadline of the call with its retries has passed, or that of its last attempt. */
export class TimeoutError extends IntrayError {
  override readonly name = "TimeoutError";
  override readonly kind = "timeout";
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number, options?: ErrorOptions) {
    super("timeout", message, options);
    this.timeoutMs = timeoutMs;
  }
}

/** The server responded with a redirect. Redirects are never followed, so that the key goes to no other server. */
export class RedirectError extends IntrayError {
  override readonly name = "RedirectError";
  override readonly kind = "redirect";
  readonly status: number;
  readonly location: string | undefined;

  constructor(status: number, location: string | undefined) {
    super(
      "redirect",
      `The server responded with a redirect to ${location ?? "an unknown address"}. It is not followed, so that the key goes to no other server. Use the final address as the base URL.`,
    );
    this.status = status;
    this.location = location;
  }
}

/** One member of a response that does not match the API document. */
export interface AnswerProblem {
  /** Such as `submissions.0.email`; empty for the response as a whole. */
  readonly path: string;
  /** The code of zod's issue, such as `invalid_type`. */
  readonly code: string;
  readonly message: string;
}

/** A 2xx response whose body does not match the API document. */
export class UnexpectedAnswerError extends IntrayError {
  override readonly name = "UnexpectedAnswerError";
  override readonly kind = "unexpected_answer";
  readonly status: number;
  /** The problems that strict validation found; empty if the body could not be read at all. */
  readonly problems: readonly AnswerProblem[];

  constructor(
    status: number,
    message: string,
    {
      problems = [],
      ...options
    }: ErrorOptions & { readonly problems?: readonly AnswerProblem[] } = {},
  ) {
    super("unexpected_answer", message, options);
    this.status = status;
    this.problems = problems;
  }
}

/** A schema of yours does not accept the fields of a submission. */
export class InvalidFieldsError extends IntrayError {
  override readonly name = "InvalidFieldsError";
  override readonly kind = "invalid_fields";
  readonly submissionId: number;
  /** The path is that of the field; empty for all fields together. */
  readonly problems: readonly Pick<AnswerProblem, "path" | "message">[];

  constructor(submissionId: number, problems: InvalidFieldsError["problems"]) {
    const named = problems.map(({ path, message }) => `${JSON.stringify(path)}: ${message}`);
    super(
      "invalid_fields",
      `The schema does not accept the fields of submission ${submissionId}: ${named.join("; ")}`,
    );
    this.submissionId = submissionId;
    this.problems = problems;
  }
}

/** The call was ended by its `signal` or by `destroy`. */
export class AbortedError extends IntrayError {
  override readonly name = "AbortedError";
  override readonly kind = "aborted";

  constructor(options?: ErrorOptions) {
    super("aborted", "The call was aborted.", options);
  }
}

const HINTS = {
  malformed: "Check the body: it must be JSON as described in the API document.",
  unauthenticated: "Use a valid key that has not been revoked.",
  key_expired: "Create a new key, and use it instead.",
  forbidden: "Use an account key, or a key that is allowed to do this for this form.",
  read_only_key: "Use a key with the scope write.",
  not_found: "Check the id, and whether this key can access the record.",
  method_not_allowed: "Check the path, and that the base URL is that of an Intray server.",
  timeout: "Send it again: the server did not receive the whole request in time.",
  conflict: "Read the record again: it has changed.",
  idempotency_key_reused: "Use a new idempotency key for different content.",
  archived: "Bring the form back: change its setting archived to false.",
  precondition_failed: "Read the record again: it is not in the version of ifMatch.",
  too_large: "Send a smaller body.",
  unsupported_type: "Send JSON.",
  invalid: "See fieldErrors for the invalid members.",
  empty: "Set at least one field.",
  rate_limited: "Wait for retryAfterMs, and send fewer requests.",
  internal: "Look for the request id in the server's log.",
  overloaded: "Wait for retryAfterMs: the server is overloaded.",
  draining: "Try again in a moment: the server is stopping or being replaced.",
  loop_detected: "Point the webhook to an address outside this server.",
  quota_exceeded: "Send it without files, or make room: delete submissions that have some.",
  not_implemented: "Use a newer server: this one does not support the operation.",
} as const satisfies Record<ErrorCode, string>;

/** Returns the hint for a code; `undefined` without a code or for an unknown one. */
function hintOf(code: ErrorCode | undefined): string | undefined {
  if (code === undefined || !Object.hasOwn(HINTS, code)) return undefined;
  return HINTS[code];
}
