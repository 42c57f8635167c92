/** Expected errors: their exit codes, and the sentences of system errors. */

export const EXIT = {
  /** Done, or nothing to do. */
  done: 0,
  /** A bug, or an invalid signature (`webhooks verify`). */
  unexpected: 1,
  usage: 2,
  notFound: 3,
  /** The API key is missing, invalid or out of scope. */
  denied: 4,
  rejected: 5,
  /** Some items failed; the others are done. */
  partial: 10,
  /** Corrupt data or ledger (EX_DATAERR of sysexits.h). */
  corrupt: 65,
  /** An input file or standard input is missing (EX_NOINPUT). */
  inputMissing: 66,
  /** Output cannot be written (EX_IOERR). */
  outputFailed: 74,
  /** Network error, 408, 429, 5xx, or a lock held by another process (EX_TEMPFAIL). */
  tryLater: 75,
  /** Invalid configuration (EX_CONFIG). */
  badConfiguration: 78,
  /** SIGINT. */
  interrupted: 130,
  /** SIGTERM. */
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A word that is none of the possible ones. */
export interface WrongChoice {
  readonly given: string;
  readonly possible: readonly string[];
}

interface FailureParts {
  readonly exit: ExitCode;
  /** Machine-readable, snake_case; `code` of the JSON error. */
  readonly code: string;
  /** One sentence: what happened, to which thing. */
  readonly message: string;
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

/** For arguments, flags and files that the command cannot use, such as unknown ones. */
export function usageFailure(message: string, hint?: string, choice?: WrongChoice): Failure {
  const parts = { exit: EXIT.usage, code: "usage", message };
  return new Failure({ ...parts, ...(hint && { hint }), ...(choice && { choice }) });
}

/** Node's code of a failed system call, such as ENOENT; the message of an error without a code. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The message of an error of SQLite says more than its code, which all of them have.
  const hasOwnCode = "code" in error && typeof error.code === "string" && !("errcode" in error);
  return hasOwnCode ? String(error.code) : error.message;
}

/** What common codes mean, for people who have not met them. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EADDRINUSE: "another program uses it",
  EDQUOT: "the quota of the disk is used up",
  EEXIST: "it exists",
  EISDIR: "it is a folder",
  EMFILE: "too many open files",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "no such file or folder",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is no folder",
  EPERM: "operation not permitted",
  EROFS: "the file system is read-only",
};

/** Why a system call failed: `permission denied, EACCES`; the code or message alone if there are no words for it. */
export function errorReason(error: unknown): string {
  const code = errorCode(error);
  return code in WORDS ? `${WORDS[code]}, ${code}` : code;
}
