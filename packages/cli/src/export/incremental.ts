/** Opens an existing export to add new rows, for `--incremental`. */
import { constants } from "node:fs";
import { copyFile, stat, open, type FileHandle } from "node:fs/promises";
import type { SubmissionListParams } from "@intray/sdk";
import { usageFailure } from "../errors/failure.ts";
import { readJsonFile, writeJsonFile } from "../config/json-file.ts";
import { requireSame, corruptFile, type Binding } from "./state.ts";
import { openFileWriter, type FileWriterOptions } from "./file-writer.ts";
import { readLastState, openSqliteUpdate, openSqliteWriter } from "./sqlite-writer.ts";
import { fileExists, cannotWrite } from "./output-file.ts";
import type { LastEvent } from "./deletions.ts";
import type { Writer } from "./pages.ts";

/** The last rows are requested again: a service may assign times out of order. */
const OVERLAP_MS = 10_000;

export interface OpenExport {
  readonly writer: Writer;
  readonly query: SubmissionListParams;
  /** Rows that the file contains already; they are not written again. */
  readonly written: WrittenRows;
  /** For a format that can say later what was deleted. */
  readonly lastEvent?: LastEvent;
}

/** For ndjson: copies the file, appends the new rows to the copy and replaces the file with it. */
export async function continueNdjson(
  options: Omit<FileWriterOptions, "seed" | "beforeCommit" | "resume">,
  query: SubmissionListParams,
): Promise<OpenExport> {
  const { target, binding } = options;
  const sidecar = `${target}.export`;
  const isFirst = !(await fileExists(target));
  const tail = isFirst ? undefined : await readTail(target, OVERLAP_MS);
  const { eventId: id, ...before } = isFirst ? binding : await readBinding(sidecar, target);
  requireSame(target, before, binding);
  const writer = await openFileWriter({
    ...options,
    resume: true,
    seed: isFirst ? undefined : (partial) => copyTo(target, partial),
    beforeCommit: ({ eventId = null }) => writeJsonFile(sidecar, { ...binding, eventId }),
  });
  const since = tail?.lastCreatedAt ?? null;
  return {
    writer,
    query: since === null ? query : { ...query, created_after: minusOverlap(since) },
    written: tail?.written ?? new Map(),
    lastEvent: { id: typeof id === "string" ? id : undefined, isFirst },
  };
}

/** For SQLite: rows of the overlap, and with `--since` all rows since then, replace the existing ones. */
export async function continueSqlite(
  target: string,
  binding: Binding,
  query: SubmissionListParams,
): Promise<OpenExport> {
  const written: WrittenRows = new Map();
  if (!(await fileExists(target))) {
    const writer = await openSqliteWriter({ target, binding, resume: true });
    return { writer, query, written, lastEvent: { id: undefined, isFirst: true } };
  }
  const last = await readLastState(target);
  requireSame(target, last.binding, binding);
  const writer = openSqliteUpdate({ target, binding });
  const lastEvent = { id: last.plan.eventId, isFirst: false };
  if (last.lastCreatedAt === null) return { writer, query, written, lastEvent };
  const from = [minusOverlap(last.lastCreatedAt), query.created_after ?? null]
    .filter((at) => at !== null)
    .toSorted()[0];
  return {
    writer,
    query: { ...query, ...(from !== undefined && { created_after: from }) },
    written,
    lastEvent,
  };
}

const minusOverlap = (time: string) => new Date(Date.parse(time) - OVERLAP_MS).toISOString();

/** Copies the file, sharing its blocks if the file system supports it. Returns its size in bytes. */
async function copyTo(from: string, to: string): Promise<number> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return (await stat(to)).size;
  } catch (error) {
    throw cannotWrite(to, error);
  }
}

async function readBinding(sidecar: string, target: string): Promise<Binding> {
  const found = await readJsonFile(sidecar, async () => {
    const z = await import("../config/shapes.ts");
    return z.record(z.string(), z.union([z.string(), z.boolean(), z.null()]));
  });
  if (found !== undefined) return found;
  throw usageFailure(
    `${target} was not created with --incremental: ${sidecar} is missing.`,
    "Name a new file; the first run creates it.",
  );
}

const FIRST_CHUNK_BYTES = 64 * 1024;

/**
 * `created_at` by id. A restored server may give an id to another submission, which has a later time.
 */
type WrittenRows = ReadonlyMap<number, string>;

interface Tail {
  /** `created_at` of the last row; `null` for an empty file. */
  readonly lastCreatedAt: string | null;
  /** The rows within the overlap: id and `created_at`. */
  readonly written: WrittenRows;
}

/** Reads backwards to the start of the overlap. Throws Failure 65 when the last line is incomplete. */
async function readTail(path: string, overlapMs: number): Promise<Tail> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size === 0) return { lastCreatedAt: null, written: new Map() };
    for (let length = FIRST_CHUNK_BYTES; ; length *= 4) {
      const from = Math.max(0, size - length);
      const rows = await rowsFrom(file, from, size, path);
      const last = rows.at(-1);
      const [first] = rows;
      if (last !== undefined && first !== undefined) {
        const since = Date.parse(last.created_at) - overlapMs;
        if (from === 0 || Date.parse(first.created_at) < since) {
          const within = rows.filter(({ created_at }) => Date.parse(created_at) >= since);
          const written = new Map(within.map(({ id, created_at }) => [id, created_at]));
          return { lastCreatedAt: last.created_at, written };
        }
      }
      if (from === 0) return { lastCreatedAt: null, written: new Map() };
    }
  } finally {
    await file.close();
  }
}

type Mark = { readonly id: number; readonly created_at: string };

async function rowsFrom(file: FileHandle, from: number, size: number, path: string) {
  const bytes = Buffer.alloc(size - from);
  await file.read(bytes, 0, bytes.length, from);
  const lines = bytes.toString("utf8").split("\n");
  if (lines.pop() !== "") throw corruptFile(path);
  // the first line is incomplete
  return (from === 0 ? lines : lines.slice(1)).flatMap((line) => markOf(line, path));
}

/** None for a line that says that a submission was deleted. */
function markOf(line: string, path: string): readonly Mark[] {
  const row = parse(line, path);
  if (typeof row === "object" && row !== null && "id" in row) {
    const { id } = row;
    const created_at = "created_at" in row && row.created_at;
    if (typeof id === "number" && typeof created_at === "string") return [{ id, created_at }];
    if ("deleted_at" in row) return [];
  }
  throw usageFailure(
    `The rows of ${path} have no id and created_at, which are needed to continue.`,
    "Start a new file with both in --columns.",
  );
}

function parse(line: string, path: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw corruptFile(path);
  }
}
