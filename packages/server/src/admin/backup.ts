/** `backup`: a consistent copy of the database while the server runs. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { filePath } from "../attachments/disk.ts";
import { MARKER } from "../attachments/installation-marker.ts";
import type { Config } from "../config/config.ts";
import { keyFilePath } from "../config/key-file.ts";
import { recordBackup } from "../config/last-backup.ts";
import { Outage } from "../domain/outage.ts";
import { syncToDisk } from "../platform/sync-to-disk.ts";
import { copyDatabase } from "../store/sqlite/copy-database.ts";
import { explain } from "../store/sqlite/errors.ts";
import type { CommandContext, Command } from "./command.ts";
import { describeStorage } from "./stored-files.ts";
import { withAnyDatabase } from "./open-database.ts";
import { messageOf } from "../platform/errors.ts";

export const backup: Command = {
  name: "backup",
  summary: "copies the database while the server runs",
  usage: "<file> | <folder> --with-files",
  details: [
    "--with-files  creates a folder with the database, the uploaded files and the key file. A server",
    "              can use it as its data folder",
    "",
    "The copy is consistent, and its integrity is checked. For PostgreSQL use pg_dump.",
  ],
  options: { "with-files": { type: "boolean" } },
  args: { min: 1, max: 1 },
  async run({ args, options }, context) {
    const { config, printInfo } = context;
    if (config.database.kind === "postgres") {
      throw new Error(
        `The database is PostgreSQL. Copy it with pg_dump --format=custom, then copy ${describeStorage(config.attachments)}. Keep the encryption key as well: without it the secrets of webhooks cannot be decrypted.`,
      );
    }
    const target = resolve(args[0] ?? "");
    if (existsSync(target)) {
      throw new Error(`${target} already exists. Choose a new name. Nothing was copied.`);
    }
    // Written under another name until it is complete.
    const draft = `${target}.unfinished`;
    try {
      if (options["with-files"] === true) {
        await copyAll(context, target, draft);
        return 0;
      }
      await copyTo(config, target, draft);
      remember(context, target);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      throw explain(error) instanceof Outage ? unwritten(target, error) : error;
    }
    printInfo(
      `The copy does not contain ${describeStorage(config.attachments)} and the encryption key.`,
    );
    printInfo(
      config.attachments.kind === "disk"
        ? "Copy the files now, after the database, or use --with-files."
        : "Copy the bucket now, after the database, with its own tools.",
    );
    context.print(target);
    return 0;
  },
};

async function copyAll(context: CommandContext, folder: string, draft: string): Promise<void> {
  const { config, print, printInfo } = context;
  const { attachments } = config;
  if (attachments.kind === "s3") {
    throw new Error(
      `--with-files cannot copy ${describeStorage(attachments)}. Run backup without it, then copy the bucket with its own tools, such as replication or aws s3 sync. Nothing was copied.`,
    );
  }
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const copy = join(draft, "intray.db");
  await copyTo(config, copy, `${copy}.unfinished`);
  // After the database, so that every file in it exists, unless it was deleted since.
  const { copied, missing } = copyFiles(copy, attachments.folder, join(draft, "attachments"));
  const key = keyFilePath(config);
  if (key !== undefined && existsSync(key)) {
    copyFileSync(key, join(draft, "encryption.key"));
    chmodSync(join(draft, "encryption.key"), 0o600);
    syncToDisk(join(draft, "encryption.key"));
  } else
    printInfo(
      "The backup does not contain the encryption key, which is set by INTRAY_ENCRYPTION_KEY. Back it up separately.",
    );
  syncToDisk(draft);
  renameSync(draft, folder);
  syncToDisk(dirname(folder));
  printInfo(`The backup contains ${copied} uploaded files.`);
  if (missing > 0) printInfo(`${missing} files were deleted during the backup, or are missing.`);
  remember(context, folder);
  print(folder);
}

/** For `doctor` and the metrics. The backup is complete without it. */
function remember({ config, clock, printInfo }: CommandContext, target: string): void {
  try {
    recordBackup(config.dataDir, { at: new Date(clock.now()).toISOString(), target });
  } catch (error) {
    printInfo(
      `The time of the backup could not be recorded for intray-server doctor and the metrics (${messageOf(error)}).`,
    );
  }
}

async function copyTo(config: Config, target: string, draft: string): Promise<void> {
  await withAnyDatabase(config, "reader", async (opened) => {
    if (opened.kind !== "sqlite") throw new Error("Only SQLite is copied.");
    await copyDatabase(opened.sqlite, draft);
  });
  renameSync(draft, target);
  syncToDisk(dirname(target));
}

const unwritten = (target: string, cause: unknown): Error =>
  new Error(
    `The backup ${target} cannot be written (${messageOf(cause)}). Free space on its disk, or choose another place. Nothing was copied.`,
    { cause },
  );

function copyFiles(database: string, from: string, to: string) {
  const sqlite = new SQLite(database, { readonly: true });
  let copied = 0;
  let missing = 0;
  const folders = new Set<string>();
  mkdirSync(to, { mode: 0o700 });
  try {
    const keys = sqlite
      .prepare<[], string>("select storage_key from attachment order by id")
      .pluck();
    for (const key of keys.iterate()) {
      const source = filePath(from, key);
      if (!existsSync(source)) {
        missing += 1;
        continue;
      }
      const target = filePath(to, key);
      const folder = dirname(target);
      if (!folders.has(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
      folders.add(folder);
      copyFileSync(source, target);
      syncToDisk(target);
      copied += 1;
    }
  } finally {
    sqlite.close();
  }
  for (const folder of folders) syncToDisk(folder);
  // The marker shows that the files belong to this database. Without it no server starts on the copy.
  if (existsSync(join(from, MARKER))) {
    copyFileSync(join(from, MARKER), join(to, MARKER));
    syncToDisk(join(to, MARKER));
  }
  syncToDisk(to);
  return { copied, missing };
}
