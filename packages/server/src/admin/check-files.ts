/** Checks that every uploaded file exists and matches its size and hash. */
import { createHash } from "node:crypto";
import type { Db } from "../store/engine/schema.ts";
import type { Check } from "./check.ts";
import { type StoredFiles, openStoredFiles } from "./stored-files.ts";

const FILE_BATCH = 500;

interface FileRow {
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
    const files = await openStoredFiles(attachments);
    try {
      for await (const file of filesOf(db)) {
        const problem = await problemOf(files, file, isQuick);
        // A file whose submission was deleted during the check is not missing.
        if (problem === undefined || !(await isStillReferenced(db, file.id))) continue;
        yield `file ${file.id} ("${file.name}", of submission ${file.submission_id}) ${problem}: ${files.locationOf(file.storage_key)}`;
      }
    } finally {
      files.close();
    }
  },
};

async function* filesOf(db: Db): AsyncGenerator<FileRow> {
  let last = 0;
  for (;;) {
    const rows = await db
      .selectFrom("attachment")
      .select(["id", "submission_id", "name", "file_size", "sha256", "storage_key"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(FILE_BATCH)
      .execute();
    yield* rows;
    const newest = rows.at(-1);
    if (newest === undefined) return;
    last = newest.id;
  }
}

async function problemOf(
  files: StoredFiles,
  { storage_key, file_size, sha256 }: FileRow,
  isQuick: boolean,
): Promise<string | undefined> {
  try {
    const size = await files.size(storage_key);
    if (size === undefined) return "is missing";
    if (size !== file_size) return `has ${size} bytes instead of ${file_size}`;
    if (isQuick) return undefined;
    const content = await files.read(storage_key);
    if (content === undefined) return "is missing";
    const hash = createHash("sha256");
    for await (const chunk of content) hash.update(chunk as Buffer);
    return hash.digest().equals(sha256) ? undefined : "does not match its hash";
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `cannot be read (${error.message})`;
  }
}

async function isStillReferenced(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("attachment")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}
