/** `--attachments DIR`: the files of the exported submissions, as `DIR/<submission>/<id>-<name>`. */
import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Attachment, Intray, Submission } from "@intray/sdk";
import { moveIntoPlace, syncToDisk, cannotWrite } from "./output-file.ts";
import { safeName } from "./safe-name.ts";

export interface SaveOptions {
  readonly client: Intray;
  readonly folder: string;
  readonly signal: AbortSignal;
  /** A file that the server no longer has; the export goes on and is then not complete. */
  readonly onGone: (file: Attachment, submission: Submission) => void;
}

/**
 * Fetches what is not there yet, one after the other. Files are asked for by id, from the client's
 * server alone: whatever address a record names, the key goes nowhere else.
 */
export async function saveAttachments(
  rows: readonly Submission[],
  options: SaveOptions,
): Promise<void> {
  for (const submission of rows) {
    for (const file of submission.attachments) {
      if (!(await saved(file, submission, options))) options.onGone(file, submission);
    }
  }
}

async function saved(file: Attachment, submission: Submission, options: SaveOptions) {
  const folder = join(options.folder, String(submission.id));
  const path = join(folder, `${file.id}-${safeName(file.name)}`);
  // the bytes behind an id never change, and a name is given to whole files only
  if ((await sizeOf(path)) === file.file_size) return true;
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw cannotWrite(folder, error);
  });
  const partial = `${path}.partial`;
  try {
    await fetchInto(partial, file, options);
  } catch (error) {
    if (!isGone(error)) throw error;
    await rm(partial, { force: true });
    return false;
  }
  await moveIntoPlace(partial, path);
  return true;
}

/** Goes on behind what an earlier run fetched. */
async function fetchInto(
  partial: string,
  { id, file_size }: Attachment,
  { client, signal }: SaveOptions,
): Promise<void> {
  const before = (await sizeOf(partial)) ?? 0;
  const start = before < file_size ? before : 0;
  const file = await open(partial, start > 0 ? "r+" : "w").catch((error: unknown) => {
    throw cannotWrite(partial, error);
  });
  try {
    const range = start > 0 ? { range: { start } } : {};
    const { body, status } = await client.attachments.download(id, { signal, ...range });
    // a server without ranges sends the whole file
    let at = status === 206 ? start : 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      await file.write(chunk, 0, chunk.length, at).catch((error: unknown) => {
        throw cannotWrite(partial, error);
      });
      at += chunk.length;
    }
    await file.truncate(at);
  } finally {
    await file.close();
  }
  await syncToDisk(partial);
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

/** Deleted with its submission since the page was read. */
function isGone(error: unknown): boolean {
  if (!(error instanceof Error) || !("status" in error)) return false;
  return error.status === 404 || error.status === 410;
}
