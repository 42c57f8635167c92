/** Reads the end of an ndjson export, to find where an incremental run starts. */
import { open, type FileHandle } from "node:fs/promises";
import { EXIT, Failure } from "../errors/failure.ts";
import { corruptFile } from "./state.ts";

const FIRST_CHUNK_BYTES = 64 * 1024;

/**
 * `created_at` by id. A restored server may give an id to another submission, which has a later time.
 */
export type WrittenRows = ReadonlyMap<number, string>;

export interface Tail {
  /** `created_at` of the last row; `null` for an empty file. */
  readonly lastCreatedAt: string | null;
  /** The rows within the overlap: id and `created_at`. */
  readonly written: WrittenRows;
}

/** Reads backwards to the start of the overlap. Throws Failure 65 when the last line is incomplete. */
export async function readTail(path: string, overlapMs: number): Promise<Tail> {
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
      if (from === 0) throw corruptFile(path);
    }
  } finally {
    await file.close();
  }
}

interface Mark {
  readonly id: number;
  readonly created_at: string;
}

async function rowsFrom(file: FileHandle, from: number, size: number, path: string) {
  const bytes = Buffer.alloc(size - from);
  await file.read(bytes, 0, bytes.length, from);
  const lines = bytes.toString("utf8").split("\n");
  if (lines.pop() !== "") throw corruptFile(path);
  // the first line is incomplete
  return (from === 0 ? lines : lines.slice(1)).map((line) => markOf(line, path));
}

function markOf(line: string, path: string): Mark {
  const row = parse(line, path);
  if (typeof row === "object" && row !== null && "id" in row && "created_at" in row) {
    const { id, created_at } = row;
    if (typeof id === "number" && typeof created_at === "string") return { id, created_at };
  }
  throw new Failure({
    exit: EXIT.usage,
    code: "usage",
    message: `The rows of ${path} have no id and created_at, which are needed to continue.`,
    hint: "Start a new file with both in --fields.",
  });
}

function parse(line: string, path: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw corruptFile(path);
  }
}
