/** Saves the files of exported submissions as `DIR/<submission>/<id>-<name>`, for `--attachments DIR`. */
import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Attachment, Intray, Submission } from "@intray/sdk";
import { isApiError } from "../errors/sdk-problem.ts";
import { EXPORT_MODE, moveIntoPlace, syncToDisk, failWriting } from "./output-file.ts";

interface SaveOptions {
  readonly client: Intray;
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called for a file that the server no longer has; the export continues, but is incomplete. */
  readonly onMissing: (file: Attachment, submission: Submission) => void;
}

/**
 * Downloads the files that do not exist yet, one at a time. Requests them by id from the client's server,
 * never from an address in a record, so that the API key is not sent elsewhere.
 */
export async function saveAttachments(
  rows: readonly Submission[],
  options: SaveOptions,
): Promise<void> {
  for (const submission of rows) {
    for (const file of submission.attachments) {
      if (!(await saveFile(file, submission, options))) options.onMissing(file, submission);
    }
  }
}

/** Returns whether the file exists on the server or on disk. */
async function saveFile(
  file: Attachment,
  submission: Submission,
  options: SaveOptions,
): Promise<boolean> {
  const folder = join(options.folder, String(submission.id));
  const path = join(folder, `${file.id}-${makeSafeName(file.name)}`);
  // the content of an id never changes, and only complete files have this name
  if ((await sizeOf(path)) === file.file_size) return true;
  await mkdir(folder, { recursive: true }).catch(failWriting(folder));
  const partial = `${path}.partial`;
  try {
    await download(partial, file, options);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await rm(partial, { force: true });
    return false;
  }
  await moveIntoPlace(partial, path);
  return true;
}

/** Resumes a partial download of an earlier run. */
async function download(
  partial: string,
  { id, file_size }: Attachment,
  { client, signal }: SaveOptions,
): Promise<void> {
  const before = (await sizeOf(partial)) ?? 0;
  const start = before < file_size ? before : 0;
  const file = await open(partial, start > 0 ? "r+" : "w", EXPORT_MODE).catch(failWriting(partial));
  try {
    const range = start > 0 ? { range: { start } } : {};
    const { body, status } = await client.attachments.download(id, { signal, ...range });
    // a server without range support sends the whole file
    let at = status === 206 ? start : 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      await file.write(chunk, 0, chunk.length, at).catch(failWriting(partial));
      at += chunk.length;
    }
    await file.truncate(at);
  } finally {
    await file.close();
  }
  await syncToDisk(partial);
}

const sizeOf = async (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

/** The file was deleted with its submission after the page was read. */
const isNotFound = (error: unknown) => isApiError(error) && [404, 410].includes(error.status);

/** Most file systems allow 255 bytes; the id and `.partial` are added to the name. */
const MAX_BYTES = 180;
/** Device names on Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A single path segment: never empty, hidden, a device name, or a path out of the folder. */
export function makeSafeName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize("NFC")
    // separators, special characters of shells and Windows, control and format characters
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "_")
    .replace(/^[.\s-]+/, "_")
    .replace(/[.\s]+$/, "");
  const safe = DEVICE.test(plain) ? `_${plain}` : plain;
  return safe === "" ? "_" : truncateName(safe);
}

/** Shortens the name before its extension, between characters. */
function truncateName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const extension = /\.[\w-]{1,16}$/.exec(name)?.[0] ?? "";
  let stem = "";
  let bytes = Buffer.byteLength(extension);
  for (const character of name.slice(0, name.length - extension.length)) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_BYTES) break;
    stem += character;
  }
  return stem + extension;
}
