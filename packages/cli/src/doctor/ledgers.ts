/** Whether the queues of this machine can be worked on. */
import { accessSync, constants } from "node:fs";
import { EXIT } from "../errors/exit-codes.ts";
import { ledgerPaths, readLedgerFile } from "../ledger/ledger-file.ts";
import { readLedgers } from "../ledger/ledger-report.ts";
import type { LedgerStatus } from "../ledger/ledger-report.ts";
import type { CheckResult } from "./finding.ts";

/** @throws Failure 65 for a ledger that is damaged. */
export function checkLedgers(folder: string, origin: string): CheckResult {
  const paths = ledgerPaths(folder);
  if (paths.length === 0) return { state: "ok", message: "No queue has run on this machine yet." };
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return {
      state: "failed",
      message: `The folder of the ledgers, ${folder}, cannot be written.`,
      hint: "Make it yours, or set XDG_STATE_HOME to a folder that is.",
      exit: EXIT.outputFailed,
    };
  }
  for (const path of paths) requireWhole(path);
  const ledgers = readLedgers(folder, origin);
  const died = ledgers.filter(hasDied);
  const dead = ledgers.reduce((sum, { counts }) => sum + (counts.dead ?? 0), 0);
  const counted = `${paths.length} ${paths.length === 1 ? "ledger is" : "ledgers are"} whole`;
  if (died.length > 0) {
    return {
      state: "warning",
      message: `${counted}; the last run of ${died.length} ended without saying so.`,
      hint: "It was killed, or the machine went down. The next run takes up what it left; intray queue doctor says more.",
    };
  }
  if (dead > 0) {
    return {
      state: "warning",
      message: `${counted}; ${dead} submissions were given up.`,
      hint: "intray queue list --state dead shows them, intray queue retry tries them again.",
    };
  }
  return { state: "ok", message: `${counted}.` };
}

function requireWhole(path: string): void {
  const database = readLedgerFile(path);
  database?.close();
}

const hasDied = ({ lastRun, isLocked }: LedgerStatus) =>
  lastRun !== undefined && lastRun.ended === undefined && !isLocked;
