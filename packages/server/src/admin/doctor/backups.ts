/** Checks the age of the last backup that `intray-server backup` has made. */
import { lastBackup } from "../backup-record.ts";
import type { CommandContext } from "../command.ts";
import type { CheckResult } from "./finding.ts";

const MAX_DAYS = 7;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function checkBackups({
  config: { database, dataDir },
  clock,
}: Pick<CommandContext, "config" | "clock">): CheckResult {
  if (database.kind === "postgres") {
    return {
      state: "skipped",
      message: "Backups of PostgreSQL are made by its own tools, which leave no record here.",
      hint: "Check the age of the last pg_dump, and of the copy of the files and of the encryption key.",
    };
  }
  const last = lastBackup(dataDir);
  if (last === undefined) {
    return {
      state: "warning",
      message: "No backup by intray-server backup is recorded.",
      hint: "Run intray-server backup <folder> --with-files every day, unless another program copies the data folder.",
    };
  }
  const ageMs = Math.max(0, clock.now() - Date.parse(last.at));
  const message = `The last backup is ${age(ageMs)} old: ${last.target}.`;
  if (ageMs <= MAX_DAYS * DAY_MS) return { state: "ok", message };
  return {
    state: "warning",
    message,
    hint: "Run intray-server backup <folder> --with-files every day.",
  };
}

const age = (ms: number): string =>
  ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} hours` : `${Math.floor(ms / DAY_MS)} days`;
