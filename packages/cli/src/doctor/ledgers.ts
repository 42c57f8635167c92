/** Checks the ledgers of all queues on this machine. */
import { accessSync, constants } from "node:fs";
import { EXIT } from "../errors/failure.ts";
import { ledgerPaths, readLedgerFile } from "../ledger/ledger-file.ts";
import { readLedgers, type LedgerStatus } from "../ledger/ledger-report.ts";
import type { CheckResult } from "./finding.ts";

/** Throws Failure 65 for a corrupt ledger. */
export function checkLedgers(folder: string, origin: string): CheckResult {
  const paths = ledgerPaths(folder);
  if (paths.length === 0) return { state: "ok", message: "No queue has run on this machine yet." };
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return {
      state: "failed",
      message: `The folder of the ledgers, ${folder}, is not writable.`,
      hint: "Make it writable, or set XDG_STATE_HOME to a writable folder.",
      exit: EXIT.outputFailed,
    };
  }
  for (const path of paths) requireReadable(path);
  const ledgers = readLedgers(folder, origin);
  const died = ledgers.filter(hasDied);
  const dead = ledgers.reduce((sum, { counts }) => sum + (counts.dead ?? 0), 0);
  const counted = `${paths.length} ${paths.length === 1 ? "ledger is" : "ledgers are"} intact`;
  if (died.length > 0) {
    return {
      state: "warning",
      message: `${counted}; the last run of ${died.length} crashed.`,
      hint: "It was killed, or the machine went down. The next run continues its work; see intray queue doctor.",
    };
  }
  if (dead > 0) {
    return {
      state: "warning",
      message: `${counted}; ${dead} submissions are dead.`,
      hint: "intray queue list --state dead lists them, intray queue retry retries them.",
    };
  }
  return { state: "ok", message: `${counted}.` };
}

function requireReadable(path: string): void {
  const database = readLedgerFile(path);
  database?.close();
}

const hasDied = ({ lastRun, isLocked }: LedgerStatus) =>
  lastRun !== undefined && lastRun.ended === undefined && !isLocked;
