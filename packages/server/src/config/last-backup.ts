/**
 * Remembers in the data folder when `intray-server backup` last copied the database. The record is not part of a
 * backup, so a folder that was restored from one has none.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { tryOrUndefined } from "../platform/errors.ts";

const RECORD = z.object({ at: z.iso.datetime(), target: z.string() });
const NAME = "last-backup.json";

/** @throws Error if the folder cannot be written. */
export function recordBackup(dataDir: string, made: z.infer<typeof RECORD>): void {
  const path = join(dataDir, NAME);
  writeFileSync(`${path}.new`, `${JSON.stringify(made)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Returns time and place of the last backup; `undefined` if none is recorded, or the record is damaged. */
export const lastBackup = (dataDir: string) =>
  tryOrUndefined(() => RECORD.parse(JSON.parse(readFileSync(join(dataDir, NAME), "utf8"))));
