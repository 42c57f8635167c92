/** An end that a command foresees, with the exit code and the words for it. */
import type { ExitCode } from "./exit-codes.ts";

export interface FailureParts {
  readonly exit: ExitCode;
  /** Machine-readable, snake_case; `code` of the JSON error. */
  readonly code: string;
  /** One sentence: what happened, to which thing. */
  readonly message: string;
  /** What to do next. */
  readonly hint?: string;
  /** HTTP status and request id, when an answer of the server is behind it. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

export class Failure extends Error {
  override readonly name = "Failure";
  readonly exit: ExitCode;
  readonly code: string;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;

  constructor({ exit, code, message, hint, status, requestId, cause }: FailureParts) {
    super(message, { cause });
    this.status = status;
    this.requestId = requestId;
    this.exit = exit;
    this.code = code;
    this.hint = hint;
  }
}
