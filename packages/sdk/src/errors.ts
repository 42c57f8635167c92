/** What a call can fail with. Every error says what happened in its message; `kind` tells them apart. */
import { hintOf } from "./http/hints.ts";
import type { ErrorCode, FieldProblem } from "./schemas.ts";

type IntrayErrorKind =
  "api" | "connection" | "timeout" | "redirect" | "unexpected_answer" | "aborted" | "usage";

/** The base of all. */
export class IntrayError extends Error {
  override readonly name: string = "IntrayError";
  readonly kind: IntrayErrorKind;

  constructor(kind: IntrayErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

interface Refusal {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly requestId: string | undefined;
  readonly fieldErrors: readonly FieldProblem[];
  readonly hasErrorBody: boolean;
  readonly retryAfterMs: number | undefined;
}

/** The server answered, and refused. */
export class ApiError extends IntrayError {
  override readonly name = "ApiError";
  override readonly kind = "api";
  readonly status: number;
  /** `undefined` when the body was not the service's own. */
  readonly code: ErrorCode | undefined;
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;
  readonly fieldErrors: readonly FieldProblem[];
  /** The body was the service's own error, not the page of a proxy in between. */
  readonly hasErrorBody: boolean;
  readonly retryAfterMs: number | undefined;
  /** What to do about it, where the code or the status says so much. */
  readonly hint: string | undefined;

  constructor(message: string, refusal: Refusal) {
    super("api", message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.requestId = refusal.requestId;
    this.fieldErrors = refusal.fieldErrors;
    this.hasErrorBody = refusal.hasErrorBody;
    this.retryAfterMs = refusal.retryAfterMs;
    this.hint = hintOf(refusal.code);
  }
}

/** The server could not be reached, or broke off. */
export class ConnectionError extends IntrayError {
  override readonly name = "ConnectionError";
  override readonly kind = "connection";
  /** Of the system, such as `ECONNREFUSED`. */
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined, options?: ErrorOptions) {
    super("connection", message, options);
    this.code = code;
  }
}

/** The deadline of the call, retries included, went by, or that of its last try. */
export class TimeoutError extends IntrayError {
  override readonly name = "TimeoutError";
  override readonly kind = "timeout";
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number, options?: ErrorOptions) {
    super("timeout", message, options);
    this.timeoutMs = timeoutMs;
  }
}

/** The server sent us elsewhere. A redirect is never followed: it would carry the key along. */
export class RedirectError extends IntrayError {
  override readonly name = "RedirectError";
  override readonly kind = "redirect";
  readonly status: number;
  readonly location: string | undefined;

  constructor(status: number, location: string | undefined) {
    super(
      "redirect",
      `The server answered with a redirect to ${location ?? "nowhere"}, which is not followed so that the key stays here. Use the address of the server itself as base URL.`,
    );
    this.status = status;
    this.location = location;
  }
}

/** One place where an answer is not what the contract says. */
export interface AnswerProblem {
  /** Such as `submissions.0.email`; empty for the answer as a whole. */
  readonly path: string;
  /** zod's name for it, such as `invalid_type`. */
  readonly code: string;
  readonly message: string;
}

/** A 2xx whose body is not what the contract says. */
export class UnexpectedAnswerError extends IntrayError {
  override readonly name = "UnexpectedAnswerError";
  override readonly kind = "unexpected_answer";
  readonly status: number;
  /** What strict validation found; empty for an answer that could not be read at all. */
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

/** The caller's own signal. */
export class AbortedError extends IntrayError {
  override readonly name = "AbortedError";
  override readonly kind = "aborted";

  constructor(options?: ErrorOptions) {
    super("aborted", "The call was aborted.", options);
  }
}
