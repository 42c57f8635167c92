/** Checks the files of one ledger. */
import { existsSync, statSync } from "node:fs";
import { requireWholeLedger } from "../ledger/ledger-file.ts";
import type { CheckResult } from "./finding.ts";
import { privacyProblem } from "./private-path.ts";

/** The database, its write-ahead log and shared memory, and the lock. */
const ENDINGS = ["", "-wal", "-shm", ".lock"] as const;

/** Throws Failure 65 for a corrupt ledger, 78 for one that cannot be opened. */
export function checkLedgerFiles(path: string): CheckResult {
  const files = ENDINGS.map((ending) => path + ending).filter((file) => existsSync(file));
  for (const file of files) {
    const problem = privacyProblem(file, "file");
    if (problem !== undefined) return problem;
  }
  requireWholeLedger(path);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  return { state: "ok", message: `${path} is intact, ${Math.ceil(bytes / 1_024)} KiB.` };
}
