/** Errors of ledgers, with their messages and exit codes. */
import { EXIT, Failure } from "../errors/failure.ts";
import { sqliteProblem } from "../sqlite/sqlite-file.ts";

const MOVE_AWAY =
  "Move it away to start a new one. All submissions that are still unread are then handled again.";

/** The file is not a ledger, or its content is inconsistent. */
export function damagedLedger(path: string, what: string, cause?: unknown): Failure {
  return new Failure({
    exit: EXIT.corrupt,
    code: "ledger_damaged",
    message: `The ledger ${path} ${what}.`,
    hint: MOVE_AWAY,
    cause,
  });
}

/** The file was written by a newer version of this program. */
export function newerLedger(path: string, version: number, known: number): Failure {
  return new Failure({
    exit: EXIT.corrupt,
    code: "ledger_newer",
    message: `The ledger ${path} has version ${version}, but this program supports versions up to ${known}.`,
    hint: "Install the newer intray version that wrote it, or move the ledger away.",
  });
}

/** The folder for ledgers cannot be used. */
export function unusableFolder(folder: string, cause: NodeJS.ErrnoException): Failure {
  const isFull = cause.code === "ENOSPC" || cause.code === "EDQUOT";
  return new Failure({
    exit: isFull ? EXIT.outputFailed : EXIT.badConfiguration,
    code: "state_folder_unusable",
    message: `The folder for the queue's ledgers, ${folder}, is not writable: ${cause.message}.`,
    hint: isFull ? "Free disk space." : "Set XDG_STATE_HOME to a folder that you can write to.",
    cause,
  });
}

/** Runs `act` and converts errors of SQLite to failures of the ledger. */
export function withLedgerFailures<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw ledgerFailure(path, error);
  }
}

/** Converts an error of SQLite to a failure of the ledger. Returns other errors unchanged. */
export function ledgerFailure(path: string, error: unknown): unknown {
  const problem = sqliteProblem(error);
  if (problem === undefined) return error;
  const { message } = error as Error;
  switch (problem) {
    case "not a database":
      return damagedLedger(path, "is not a ledger", error);
    case "corrupt":
      return damagedLedger(path, "is damaged", error);
    case "constraint":
      return damagedLedger(path, `rejected a change (${message})`, error);
    case "full":
    case "i/o":
      return new Failure({
        exit: EXIT.outputFailed,
        code: "ledger_not_written",
        message: `The ledger ${path} cannot be written: ${message}.`,
        hint: "Check the disk. Nothing was acknowledged that is not in the ledger.",
        cause: error,
      });
    case "cannot open":
    case "read-only":
      return new Failure({
        exit: EXIT.badConfiguration,
        code: "ledger_not_opened",
        message: `The ledger ${path} cannot be opened: ${message}.`,
        hint: "It must be a file that you can read and write.",
        cause: error,
      });
    case "busy":
    case "other":
      return error;
  }
}
