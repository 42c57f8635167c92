/** `backup`: a copy of the database as it is at one moment, while the server goes on. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { filePath } from "../attachments/disk.ts";
import { MARKER } from "../attachments/installation-marker.ts";
import type { Config } from "../config/config.ts";
import { keyFilePath } from "../config/key-file.ts";
import { syncToDisk } from "../platform/sync-to-disk.ts";
import type { Around, Command } from "./command.ts";
import { namePlace } from "./kept-files.ts";
import { withAnyDatabase } from "./open-database.ts";

export const backup: Command = {
  name: "backup",
  summary: "copies the database while the server runs",
  usage: "<file> | <folder> --with-files",
  details: [
    "--with-files  makes a folder with the database, the uploaded files and the key file in it:",
    "              as a data folder, it is all that a server needs",
    "",
    "The copy is of one moment, and is checked. For PostgreSQL use pg_dump.",
  ],
  options: { "with-files": { type: "boolean" } },
  words: { least: 1, most: 1 },
  async run({ words, options }, around) {
    const { config, note } = around;
    if (config.database.kind === "postgres") {
      throw new Error(
        `The database is PostgreSQL: copy it with pg_dump --format=custom. Copy ${namePlace(config.attachments)} after it, and keep the encryption key: without it nothing opens the webhooks' secrets.`,
      );
    }
    const target = resolve(words[0] ?? "");
    if (existsSync(target)) {
      throw new Error(
        `There is something at ${target} already; name a new file. Nothing was done.`,
      );
    }
    if (options["with-files"] === true) return copyAll(around, target);
    await copyDatabase(config, target);
    note(`Not in it: ${namePlace(config.attachments)}, and the encryption key.`);
    note(
      config.attachments.kind === "disk"
        ? "Copy the files after the database; --with-files does all of it."
        : "Copy the bucket after the database, with its own tools.",
    );
    around.say(target);
    return 0;
  },
};

async function copyAll({ config, say, note }: Around, folder: string): Promise<number> {
  const { attachments } = config;
  if (attachments.kind === "s3") {
    throw new Error(
      `--with-files copies a folder, and ${namePlace(attachments)} are in none: leave it out, then copy the bucket with its own tools, such as replication or aws s3 sync. Nothing was done.`,
    );
  }
  // Under another name until it is whole.
  const draft = `${folder}.unfinished`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const copy = join(draft, "intray.db");
  await copyDatabase(config, copy);
  // After the database: whatever it names is there, unless it was deleted meanwhile.
  const { copied, gone } = copyFiles(copy, attachments.folder, join(draft, "attachments"));
  const key = keyFilePath(config);
  if (key !== undefined && existsSync(key)) {
    copyFileSync(key, join(draft, "encryption.key"));
    chmodSync(join(draft, "encryption.key"), 0o600);
    syncToDisk(join(draft, "encryption.key"));
  } else note("The key is not in it: it was given as INTRAY_ENCRYPTION_KEY. Keep it safe, too.");
  syncToDisk(draft);
  renameSync(draft, folder);
  syncToDisk(dirname(folder));
  note(`${copied} uploaded files are in it.`);
  if (gone > 0) note(`${gone} files were deleted while it was made, or are missing.`);
  say(folder);
  return 0;
}

async function copyDatabase(config: Config, target: string): Promise<void> {
  const draft = `${target}.unfinished`;
  rmSync(draft, { force: true });
  await withAnyDatabase(config, "reader", async (opened) => {
    if (opened.kind !== "sqlite") throw new Error("A backup is of SQLite.");
    // All pages in one step, which is one moment; by several, each write of the server begins it anew.
    await opened.sqlite.backup(draft, { progress: () => 2 ** 31 - 1 });
  });
  const problem = problemOf(draft);
  if (problem !== undefined) {
    rmSync(draft);
    throw new Error(`The copy is damaged, and so may be the database: ${problem}. Run verify.`);
  }
  chmodSync(draft, 0o600);
  syncToDisk(draft);
  renameSync(draft, target);
  syncToDisk(dirname(target));
}

/** `undefined` when it is whole. */
function problemOf(file: string): string | undefined {
  const sqlite = new SQLite(file);
  try {
    // One file, to be copied on without its log.
    sqlite.pragma("journal_mode = DELETE");
    const found = String(sqlite.pragma("quick_check(1)", { simple: true }));
    return found === "ok" ? undefined : found;
  } finally {
    sqlite.close();
  }
}

function copyFiles(database: string, from: string, to: string) {
  const sqlite = new SQLite(database, { readonly: true });
  let copied = 0;
  let gone = 0;
  const folders = new Set<string>();
  mkdirSync(to, { mode: 0o700 });
  try {
    const keys = sqlite
      .prepare<[], string>("select storage_key from attachment order by id")
      .pluck();
    for (const key of keys.iterate()) {
      const source = filePath(from, key);
      if (!existsSync(source)) {
        gone += 1;
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
  // It says that the files are this database's; without it no server starts on the copy.
  if (existsSync(join(from, MARKER))) {
    copyFileSync(join(from, MARKER), join(to, MARKER));
    syncToDisk(join(to, MARKER));
  }
  syncToDisk(to);
  return { copied, gone };
}
