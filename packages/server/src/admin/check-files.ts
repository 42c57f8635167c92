/** Whether every uploaded file is there, with the bytes that came. */
import { createHash } from "node:crypto";
import type { Db } from "../store/engine/schema.ts";
import type { Check } from "./check.ts";
import { type KeptFiles, openKeptFiles } from "./kept-files.ts";

const AT_ONCE = 500;

interface Kept {
  readonly id: number;
  readonly submission_id: number;
  readonly name: string;
  readonly file_size: number;
  readonly sha256: Buffer;
  readonly storage_key: string;
}

export const checkFiles: Check = {
  name: "uploaded files",
  async *run({ opened: { db }, config: { attachments }, isQuick }) {
    const kept = await openKeptFiles(attachments);
    try {
      for await (const file of filesOf(db)) {
        const problem = await problemOf(kept, file, isQuick);
        // One whose submission was deleted meanwhile is not missing.
        if (problem === undefined || !(await isStillKept(db, file.id))) continue;
        yield `file ${file.id} ("${file.name}", of submission ${file.submission_id}) ${problem}: ${kept.nameOf(file.storage_key)}`;
      }
    } finally {
      kept.close();
    }
  },
};

async function* filesOf(db: Db): AsyncGenerator<Kept> {
  let last = 0;
  for (;;) {
    const rows = await db
      .selectFrom("attachment")
      .select(["id", "submission_id", "name", "file_size", "sha256", "storage_key"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    yield* rows;
    const newest = rows.at(-1);
    if (newest === undefined) return;
    last = newest.id;
  }
}

async function problemOf(
  kept: KeptFiles,
  { storage_key, file_size, sha256 }: Kept,
  isQuick: boolean,
): Promise<string | undefined> {
  try {
    const size = await kept.size(storage_key);
    if (size === undefined) return "is missing";
    if (size !== file_size) return `has ${size} bytes instead of ${file_size}`;
    if (isQuick) return undefined;
    const content = await kept.read(storage_key);
    if (content === undefined) return "is missing";
    const hash = createHash("sha256");
    for await (const chunk of content) hash.update(chunk as Buffer);
    return hash.digest().equals(sha256) ? undefined : "has other bytes than those that came";
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `cannot be read (${error.message})`;
  }
}

async function isStillKept(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("attachment")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}
