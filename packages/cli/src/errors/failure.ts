/** An expected error of a command: exit code, message and hint. */
import type { ExitCode } from "./exit-codes.ts";

/** A word that is none of the possible ones. */
export interface WrongChoice {
  readonly given: string;
  readonly possible: readonly string[];
}

export interface FailureParts {
  readonly exit: ExitCode;
  /** Machine-readable, snake_case; `code` of the JSON error. */
  readonly code: string;
  /** One sentence: what happened, to which thing. */
  readonly message: string;
  /** What to do next. */
  readonly hint?: string;
  /** HTTP status and request id of the response that caused it. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
  /** For a hint that names what may have been meant. */
  readonly choice?: WrongChoice;
}

export class Failure extends Error {
  override readonly name = "Failure";
  readonly exit: ExitCode;
  readonly code: string;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly choice: WrongChoice | undefined;

  constructor({ exit, code, message, hint, status, requestId, cause, choice }: FailureParts) {
    super(message, { cause });
    this.choice = choice;
    this.status = status;
    this.requestId = requestId;
    this.exit = exit;
    this.code = code;
    this.hint = hint;
  }
}
