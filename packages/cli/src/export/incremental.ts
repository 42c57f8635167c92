/** Opens an existing export to add new rows, for `--incremental`. */
import { constants } from "node:fs";
import { copyFile, stat } from "node:fs/promises";
import type { SubmissionListParams } from "@intray/sdk";
import { EXIT, Failure } from "../errors/failure.ts";
import { readJsonFile, writeJsonFile } from "../config/json-file.ts";
import { requireSame, type Binding } from "./binding.ts";
import { openFileWriter, type FileWriterOptions } from "./file-writer.ts";
import { lastState, openSqliteUpdate, openSqliteWriter } from "./sqlite-writer.ts";
import { readTail, type WrittenRows } from "./ndjson-tail.ts";
import { fileExists, cannotWrite } from "./output-file.ts";
import type { Writer } from "./writer.ts";

/** The last rows are requested again: a service may assign times out of order. */
const OVERLAP_MS = 10_000;

export interface OpenExport {
  readonly writer: Writer;
  readonly query: SubmissionListParams;
  /** Rows that the file contains already; they are not written again. */
  readonly written: WrittenRows;
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
  if (!isFirst) requireSame(target, await readBinding(sidecar, target), binding);
  const writer = await openFileWriter({
    ...options,
    resume: true,
    seed: isFirst ? undefined : (partial) => copyTo(target, partial),
    beforeCommit: () => writeJsonFile(sidecar, binding),
  });
  const since = tail?.lastCreatedAt ?? null;
  return {
    writer,
    query: since === null ? query : { ...query, created_after: minusOverlap(since) },
    written: tail?.written ?? new Map(),
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
    return { writer: await openSqliteWriter({ target, binding, resume: true }), query, written };
  }
  const last = await lastState(target);
  requireSame(target, last.binding, binding);
  const writer = openSqliteUpdate({ target, binding });
  if (last.lastCreatedAt === null) return { writer, query, written };
  const from = [minusOverlap(last.lastCreatedAt), query.created_after ?? null]
    .filter((at) => at !== null)
    .toSorted()[0];
  return {
    writer,
    query: { ...query, ...(from !== undefined && { created_after: from }) },
    written,
  };
}

function minusOverlap(time: string): string {
  return new Date(Date.parse(time) - OVERLAP_MS).toISOString();
}

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
    const { z } = await import("zod");
    return z.record(z.string(), z.union([z.string(), z.boolean(), z.null()]));
  });
  if (found !== undefined) return found;
  throw new Failure({
    exit: EXIT.usage,
    code: "usage",
    message: `${target} was not created with --incremental: ${sidecar} is missing.`,
    hint: "Name a new file; the first run creates it.",
  });
}
