/** What can be wrong with a ledger, in words and exit codes. */
import SqliteDatabase from "better-sqlite3";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

const MOVE_AWAY =
  "Move it away to begin a new one. Submissions that are still unread will then be handled again.";

/** The file is no ledger, or its content contradicts itself. */
export function damagedLedger(path: string, what: string, cause?: unknown): Failure {
  return new Failure({
    exit: EXIT.corrupt,
    code: "ledger_damaged",
    message: `The ledger ${path} ${what}.`,
    hint: MOVE_AWAY,
    cause,
  });
}

/** The file was written by a version of this program that knows more. */
export function newerLedger(path: string, version: number, known: number): Failure {
  return new Failure({
    exit: EXIT.corrupt,
    code: "ledger_newer",
    message: `The ledger ${path} has version ${version}, and this program knows versions up to ${known}.`,
    hint: "Install the newer intray that wrote it, or move the ledger away.",
  });
}

/** The folder for ledgers cannot be used. */
export function unusableFolder(folder: string, cause: NodeJS.ErrnoException): Failure {
  const isFull = cause.code === "ENOSPC" || cause.code === "EDQUOT";
  return new Failure({
    exit: isFull ? EXIT.outputFailed : EXIT.badConfiguration,
    code: "state_folder_unusable",
    message: `The folder for the queue's ledgers, ${folder}, cannot be written: ${cause.message}.`,
    hint: isFull ? "Make room on the disk." : "Set XDG_STATE_HOME to a folder of your own.",
    cause,
  });
}

/** Runs what touches the ledger's file, and says what SQLite's errors mean. */
export function withLedgerFailures<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw ledgerFailure(path, error);
  }
}

/** What an error of SQLite means for a ledger; any other error as it is. */
export function ledgerFailure(path: string, error: unknown): unknown {
  if (!(error instanceof SqliteDatabase.SqliteError)) return error;
  const { code, message } = error;
  if (code === "SQLITE_NOTADB") return damagedLedger(path, "is not a ledger", error);
  if (code.startsWith("SQLITE_CORRUPT")) return damagedLedger(path, "is damaged", error);
  if (code.startsWith("SQLITE_CONSTRAINT")) {
    return damagedLedger(path, `refused a change (${message})`, error);
  }
  if (code.startsWith("SQLITE_FULL") || code.startsWith("SQLITE_IOERR")) {
    return new Failure({
      exit: EXIT.outputFailed,
      code: "ledger_not_written",
      message: `The ledger ${path} cannot be written: ${message}.`,
      hint: "Look at the disk. Nothing was acknowledged that was not written down.",
      cause: error,
    });
  }
  if (code.startsWith("SQLITE_CANTOPEN") || code.startsWith("SQLITE_READONLY")) {
    return new Failure({
      exit: EXIT.badConfiguration,
      code: "ledger_not_opened",
      message: `The ledger ${path} cannot be opened: ${message}.`,
      hint: "It has to be a file that you may read and write.",
      cause: error,
    });
  }
  return error;
}
