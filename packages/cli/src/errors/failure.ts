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
export type WrongChoice = { readonly given: string; readonly possible: readonly string[] };

interface FailureParts {
  readonly exit: ExitCode;
  /** Machine-readable, snake_case; `code` of the JSON error. */
  readonly code: string;
  /** One sentence: what happened, to which thing. */
  readonly message: string;
  readonly hint?: string | undefined;
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

/** The errors that commands find themselves, by their code, each with its exit code. */
const EXIT_OF = {
  bad_ca_file: EXIT.badConfiguration,
  bad_configuration: EXIT.badConfiguration,
  bad_queue_default: EXIT.badConfiguration,
  capture_unreadable: EXIT.usage,
  confirmation_wanted: EXIT.usage,
  declined: EXIT.interrupted,
  export_corrupt: EXIT.corrupt,
  export_outdated: EXIT.corrupt,
  export_running: EXIT.tryLater,
  file_not_written: EXIT.outputFailed,
  handler_deferring: EXIT.tryLater,
  handler_misconfigured: EXIT.badConfiguration,
  handler_missing: EXIT.badConfiguration,
  headers_unreadable: EXIT.corrupt,
  input_missing: EXIT.inputMissing,
  key_for_other_origin: EXIT.denied,
  key_lost: EXIT.tryLater,
  key_malformed: EXIT.denied,
  key_missing: EXIT.denied,
  ledger_damaged: EXIT.corrupt,
  ledger_newer: EXIT.corrupt,
  ledger_not_opened: EXIT.badConfiguration,
  ledger_not_written: EXIT.outputFailed,
  no_form: EXIT.notFound,
  no_list: EXIT.usage,
  no_queue: EXIT.notFound,
  no_web_login: EXIT.rejected,
  not_found: EXIT.notFound,
  not_in_queue: EXIT.notFound,
  not_included: EXIT.badConfiguration,
  not_intray: EXIT.badConfiguration,
  not_sendable: EXIT.rejected,
  nothing_queued: EXIT.rejected,
  other_export: EXIT.usage,
  other_kind: EXIT.usage,
  output_failed: EXIT.outputFailed,
  port_taken: EXIT.tryLater,
  post_refused: EXIT.rejected,
  queue_locked: EXIT.tryLater,
  queue_refused: EXIT.rejected,
  read_only_key: EXIT.denied,
  server_unavailable: EXIT.tryLater,
  several_queues: EXIT.usage,
  unknown_format: EXIT.usage,
  unknown_profile: EXIT.badConfiguration,
} as const satisfies Readonly<Record<string, ExitCode>>;

/** An error that a command finds itself. @param message One sentence: what happened, to which thing. */
export const failure = (
  code: keyof typeof EXIT_OF,
  message: string,
  more: Omit<FailureParts, "exit" | "code" | "message"> = {},
): Failure => new Failure({ exit: EXIT_OF[code], code, message, ...more });

/** For arguments, flags and files that the command cannot use, such as unknown ones. */
export function usageFailure(message: string, hint?: string, choice?: WrongChoice): Failure {
  const parts = { exit: EXIT.usage, code: "usage", message };
  return new Failure({ ...parts, ...(hint && { hint }), ...(choice && { choice }) });
}

/** Returns what `run` returns; `undefined` if it throws. */
export function tryOrUndefined<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
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
