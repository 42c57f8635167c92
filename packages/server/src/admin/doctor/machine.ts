/** Checks the machine: settings, rights on folders and files, free space, and the age of backups. */
import { accessSync, constants, existsSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../../config/config.ts";
import { keyFilePath } from "../../config/key-file.ts";
import { lastBackup } from "../../config/last-backup.ts";
import { type CheckResult, type DoctorFinding, failed, ok, skipped, warning } from "./finding.ts";
import { statfs } from "node:fs/promises";
import { fileSize } from "../../platform/text/file-size.ts";
import { readDkimKey } from "../../config/mail-config.ts";
import type { CommandContext } from "../command.ts";

const { R_OK, W_OK, X_OK } = constants;
const FOLDER = R_OK | W_OK | X_OK;
/** Bits of the mode that give rights to the group or to everybody. */
const FOR_OTHERS = 0o077;

/** Checks that this user may use the files of the server, and that other users may not read them. */
export function checkFolders(config: Config): CheckResult {
  const { dataDir, database, attachments } = config;
  if (!existsSync(dataDir)) return missing(dataDir);
  const folders = attachments.kind === "disk" ? [dataDir, attachments.folder] : [dataDir];
  const key = keyFilePath(config);
  const files = database.kind === "sqlite" ? sqliteFiles(database.file) : [];
  const wanted = [
    ...folders.map((path) => ({ path, rights: FOLDER })),
    ...files.map((path) => ({ path, rights: R_OK | W_OK })),
    ...(key === undefined ? [] : [{ path: key, rights: R_OK }]),
  ].filter(({ path }) => existsSync(path));
  const refused = wanted.flatMap(refusalOf);
  if (refused.length > 0) {
    return failed(
      refused.join(" "),
      "Run doctor as the user of the server, and give that user these rights (chown, chmod).",
    );
  }
  return (
    otherOwner(
      dataDir,
      wanted.map(({ path }) => path),
    ) ??
    open(
      [dataDir, ...files, ...(key === undefined ? [] : [key])].filter((path) => existsSync(path)),
    ) ??
    ok(`${folders.join(" and ")} can be used.`)
  );
}

function missing(folder: string): CheckResult {
  const parent = nearestFolder(folder);
  const [refusal] = refusalOf({ path: parent, rights: FOLDER });
  if (refusal === undefined) {
    return warning(
      `The data folder ${folder} does not exist yet.`,
      "The first start creates it. If a server has run before, correct INTRAY_DATA_DIR.",
    );
  }
  return failed(
    `The data folder ${folder} does not exist and cannot be created. ${refusal}`,
    "Set INTRAY_DATA_DIR to a folder that this user may create.",
  );
}

/** The path, or the nearest folder above it that exists. */
function nearestFolder(path: string): string {
  let folder = path;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** The file with its write-ahead log and the index of that. */
const sqliteFiles = (file: string): readonly string[] => [file, `${file}-wal`, `${file}-shm`];

function refusalOf({ path, rights }: { readonly path: string; readonly rights: number }): string[] {
  try {
    accessSync(path, rights);
    return [];
  } catch (error) {
    return [
      `${path} cannot be used (${(error as NodeJS.ErrnoException).code ?? "unknown error"}).`,
    ];
  }
}

/** A file that another user has created, as a command run by root does, can lock the server out. */
function otherOwner(folder: string, paths: readonly string[]): CheckResult | undefined {
  const { uid } = statSync(folder);
  const found = paths.find((path) => statSync(path).uid !== uid);
  if (process.platform === "win32" || found === undefined) return undefined;
  return warning(
    `${found} belongs to another user than ${folder}.`,
    `If the server runs as the owner of the folder, run chown --reference=${folder} ${found}.`,
  );
}

function open(paths: readonly string[]): CheckResult | undefined {
  const isOpen = ({ mode }: Stats) => (mode & FOR_OTHERS) !== 0;
  const found = paths.find((path) => isOpen(statSync(path)));
  if (process.platform === "win32" || found === undefined) return undefined;
  return warning(`Other users of this machine have rights on ${found}.`, `Run chmod go= ${found}.`);
}

/** SQLite needs room for its write-ahead log. */
const MIN_FREE_BYTES = 64 * 1_024 * 1_024;
const LOW_BYTES = 1_024 ** 3;

export async function checkDiskSpace({
  dataDir,
  database,
  attachments,
  minFreeDisk,
}: Config): Promise<CheckResult> {
  const minFree = Math.max(MIN_FREE_BYTES, minFreeDisk);
  const folders = [
    dataDir,
    ...(database.kind === "sqlite" ? [dirname(database.file)] : []),
    ...(attachments.kind === "disk" ? [attachments.folder] : []),
  ];
  const databaseBytes = database.kind === "sqlite" ? sizeOf(database.file) : 0;
  const said: string[] = [];
  for (const folder of new Set(folders.map(nearestFolder))) {
    const { bavail, bsize, files, ffree } = await statfs(folder);
    const free = bavail * bsize;
    const message = `${fileSize(free)} are free at ${folder}.`;
    if (files > 0 && ffree === 0) {
      return failed(
        `The disk of ${folder} can hold no more files (it has no free inodes).`,
        "Delete files that are not needed, or use a larger disk.",
      );
    }
    if (free < minFree) {
      return failed(
        message,
        `Free space: with less than ${fileSize(minFree)} posts may be refused (INTRAY_MIN_FREE_DISK).`,
      );
    }
    if (free < LOW_BYTES || free < databaseBytes) {
      return warning(
        message,
        `Free space: a backup on this disk needs as much as the database, ${fileSize(databaseBytes)}.`,
      );
    }
    said.push(message);
  }
  return ok(said.join(" "));
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Checks that the settings are valid, and that the files which they name can be read. */
export function checkSettings({
  config,
  settingWarnings,
}: Pick<CommandContext, "config" | "settingWarnings">): CheckResult {
  const problem = geoipProblem(config);
  if (problem !== undefined) {
    return failed(problem, "Give this user read permission, or correct the setting.");
  }
  // Throws with a sentence that names the setting.
  if (config.mail !== undefined) readDkimKey(config.mail);
  if (settingWarnings.length > 0) {
    return warning(settingWarnings.join(" "), "Remove it, or correct its name.");
  }
  return ok("All settings are valid.");
}

/** A finding for each problem of settings with which nothing else can be checked. */
export const invalidSettings = (problems: readonly string[]): readonly DoctorFinding[] =>
  problems.map((message) => ({ check: "settings", state: "failed", message }));

function geoipProblem({ geoipFile: path }: Config): string | undefined {
  if (path === undefined) return undefined;
  try {
    accessSync(path, constants.R_OK);
    return undefined;
  } catch (error) {
    return `The file of INTRAY_GEOIP_FILE cannot be read (${(error as Error).message}).`;
  }
}

const MAX_DAYS = 7;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Checks the age of the last backup that `intray-server backup` has made. */
export function checkBackups({
  config: { database, dataDir },
  clock,
}: Pick<CommandContext, "config" | "clock">): CheckResult {
  if (database.kind === "postgres") {
    return skipped(
      "Backups of PostgreSQL are made by its own tools, which leave no record here.",
      "Check the age of the last pg_dump, and of the copy of the files and of the encryption key.",
    );
  }
  const last = lastBackup(dataDir);
  if (last === undefined) {
    return warning(
      "No backup by intray-server backup is recorded.",
      "Run intray-server backup <folder> --with-files every day, unless another program copies the data folder.",
    );
  }
  const ageMs = Math.max(0, clock.now() - Date.parse(last.at));
  const message = `The last backup is ${age(ageMs)} old: ${last.target}.`;
  if (ageMs <= MAX_DAYS * DAY_MS) return ok(message);
  return warning(message, "Run intray-server backup <folder> --with-files every day.");
}

const age = (ms: number): string =>
  ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} hours` : `${Math.floor(ms / DAY_MS)} days`;
