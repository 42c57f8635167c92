/** Checks that this user may use the files of the server, and that other users may not read them. */
import { accessSync, constants, existsSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../../config/config.ts";
import { keyFilePath } from "../../config/key-file.ts";
import type { CheckResult } from "./finding.ts";

const { R_OK, W_OK, X_OK } = constants;
const FOLDER = R_OK | W_OK | X_OK;
/** Bits of the mode that give rights to the group or to everybody. */
const FOR_OTHERS = 0o077;

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
    return {
      state: "failed",
      message: refused.join(" "),
      hint: "Run doctor as the user of the server, and give that user these rights (chown, chmod).",
    };
  }
  return (
    otherOwner(
      dataDir,
      wanted.map(({ path }) => path),
    ) ??
    open(
      [dataDir, ...files, ...(key === undefined ? [] : [key])].filter((path) => existsSync(path)),
    ) ?? {
      state: "ok",
      message: `${folders.join(" and ")} can be used.`,
    }
  );
}

function missing(folder: string): CheckResult {
  const parent = nearestFolder(folder);
  const [refusal] = refusalOf({ path: parent, rights: FOLDER });
  if (refusal === undefined) {
    return {
      state: "warning",
      message: `The data folder ${folder} does not exist yet.`,
      hint: "The first start creates it. If a server has run before, correct INTRAY_DATA_DIR.",
    };
  }
  return {
    state: "failed",
    message: `The data folder ${folder} does not exist and cannot be created. ${refusal}`,
    hint: "Set INTRAY_DATA_DIR to a folder that this user may create.",
  };
}

/** The path, or the nearest folder above it that exists. */
export function nearestFolder(path: string): string {
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
  return {
    state: "warning",
    message: `${found} belongs to another user than ${folder}.`,
    hint: `If the server runs as the owner of the folder, run chown --reference=${folder} ${found}.`,
  };
}

function open(paths: readonly string[]): CheckResult | undefined {
  const isOpen = ({ mode }: Stats) => (mode & FOR_OTHERS) !== 0;
  const found = paths.find((path) => isOpen(statSync(path)));
  if (process.platform === "win32" || found === undefined) return undefined;
  return {
    state: "warning",
    message: `Other users of this machine have rights on ${found}.`,
    hint: `Run chmod go= ${found}.`,
  };
}
