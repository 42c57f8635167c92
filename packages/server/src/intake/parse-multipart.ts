/** A multipart body: its fields as pairs, its files into the storage as they arrive. */
import type { IncomingMessage } from "node:http";
import { discard } from "../attachments/discard.ts";
import { AppError } from "../domain/errors.ts";
import type { Ids } from "../domain/ids.ts";
import type { Log } from "../platform/log.ts";
import { storable } from "../platform/storable-text.ts";
import type { NewAttachment } from "../store/submissions/new-submission.ts";
import { type BodyChunks, bodyChunks, type Pull } from "./body-chunks.ts";
import { collectBytes } from "./collect-bytes.ts";
import { CHARSET_FIELD, type Decode, decodeUtf8, decoderOf, decoderOfType } from "./encoding.ts";
import type { Pair } from "./fields.ts";
import {
  bodyTooLarge,
  fieldTooLarge,
  fileTooLarge,
  type IntakeLimits,
  tooManyFields,
  tooManyFiles,
  uploadTooLarge,
} from "./limits.ts";
import { BrokenMultipart, multipartParts } from "./multipart-parts.ts";
import { parsePartHead, type PartHead, textOfBytes } from "./part-head.ts";
import { requireLength } from "./read-body.ts";
import { type StoredPart, storePart, type StoringParts } from "./store-part.ts";

export interface MultipartPost {
  readonly pairs: readonly Pair[];
  readonly attachments: readonly NewAttachment[];
}

export interface MultipartParts extends StoringParts {
  readonly limits: IntakeLimits;
  readonly log: Log;
}

/** A field whose encoding is not known before the last part. */
interface SentField {
  readonly name: string;
  readonly value: Buffer;
  /** Told by the part itself. */
  readonly decode: Decode | undefined;
}

interface SentFile {
  readonly head: PartHead;
  readonly file: StoredPart;
}

/**
 * Resolves once every file is stored, and still open. When it rejects, no file of the post is left.
 *
 * @throws AppError `malformed`, `too_large` naming the limit, or what the storage has against a file.
 */
export async function parseMultipart(
  incoming: IncomingMessage,
  parts: MultipartParts,
): Promise<MultipartPost> {
  const boundary = boundaryOf(incoming.headers["content-type"] ?? "");
  requireLength(incoming, parts.limits.maxUploadBytes, uploadTooLarge);
  const fields: SentField[] = [];
  const files: SentFile[] = [];
  const chunks = bodyChunks(incoming, parts.limits.maxUploadBytes);
  try {
    await readParts(chunks, boundary, parts, { fields, files });
  } catch (error) {
    const stored = files.map(({ file }) => file.storage_key);
    await discard(stored, parts);
    for (const key of stored) parts.openFiles.delete(key);
    throw error instanceof BrokenMultipart ? malformed(error) : error;
  } finally {
    chunks.stop();
  }
  return asText(fields, files, parts.ids);
}

async function readParts(
  { pull, limitBy }: BodyChunks,
  boundary: string,
  parts: MultipartParts,
  sent: { readonly fields: SentField[]; readonly files: SentFile[] },
): Promise<void> {
  const { limits } = parts;
  let inputs = 0;
  let plainBytes = 0;
  for await (const { head: text, content } of multipartParts(pull, boundary)) {
    const head = parsePartHead(text);
    const first = await content();
    const whole = startingWith(first, content);
    const isNameless = nameOfFile(head, decodeUtf8) === "";
    if (head.fileName === undefined || (isNameless && first === undefined)) {
      // A file input left empty is sent too, and costs as much as a field.
      inputs += 1;
      if (inputs > limits.maxFields) throw tooManyFields(limits.maxFields);
      if (head.fileName !== undefined) continue;
      const value = await fieldValue(whole, head, limits);
      plainBytes += value.byteLength + head.name.length;
      if (plainBytes > limits.maxBodyBytes) throw bodyTooLarge(limits.maxBodyBytes);
      sent.fields.push({ name: head.name, value, decode: decoderOfType(head.contentType) });
    } else {
      if (sent.files.length === limits.maxFiles) throw tooManyFiles(limits.maxFiles);
      // Not before: what has no files does not wait for the disk of others.
      limitBy(parts.storage.writeSlots);
      const bytes = upTo(limits.maxFileBytes, whole, head);
      sent.files.push({ head, file: await storePart(bytes, parts) });
    }
  }
}

function startingWith(first: Buffer | undefined, rest: Pull): Pull {
  let isFirst = true;
  return () => {
    if (!isFirst) return rest();
    isFirst = false;
    return Promise.resolve(first);
  };
}

async function fieldValue(
  pull: Pull,
  head: PartHead,
  { maxFieldBytes }: IntakeLimits,
): Promise<Buffer> {
  const collected = collectBytes();
  let size = 0;
  for (let piece = await pull(); piece !== undefined; piece = await pull()) {
    size += piece.byteLength;
    if (size > maxFieldBytes) {
      throw fieldTooLarge(textOfBytes(head.name, decodeUtf8), maxFieldBytes);
    }
    collected.push(Buffer.from(piece));
  }
  return collected.whole();
}

async function* upTo(maxBytes: number, pull: Pull, head: PartHead) {
  let size = 0;
  for (let piece = await pull(); piece !== undefined; piece = await pull()) {
    size += piece.byteLength;
    if (size > maxBytes) throw fileTooLarge(nameOfFile(head, decodeUtf8) || "file", maxBytes);
    yield piece;
  }
}

/** Names and values in the encoding that the field `_charset_` names; without one, in UTF-8. */
function asText(
  fields: readonly SentField[],
  files: readonly SentFile[],
  ids: Pick<Ids, "attachmentToken">,
): MultipartPost {
  const stated = fields.find(({ name }) => name === CHARSET_FIELD);
  const known = stated === undefined ? undefined : decoderOf(stated.value.toString("latin1"));
  const decode = known ?? decodeUtf8;
  return {
    pairs: fields
      .filter((field) => known === undefined || field.name !== CHARSET_FIELD)
      .map((field) => [textOfBytes(field.name, decode), (field.decode ?? decode)(field.value)]),
    attachments: files.map(({ head, file }) => ({
      ...file,
      name: nameOfFile(head, decode) || "file",
      form_name: storable(textOfBytes(head.name, decode)),
      content_type:
        head.contentType === "" ? "application/octet-stream" : storable(head.contentType),
      public_token: ids.attachmentToken(),
    })),
  };
}

/** Without the folders before it; `.` and `..` are no names. */
function nameOfFile({ fileName = "", extendedFileName }: PartHead, decode: Decode): string {
  const name = storable(extendedFileName ?? textOfBytes(fileName, decode)).replace(
    /^[^]*[/\\]/,
    "",
  );
  return name === "." || name === ".." ? "" : name;
}

/** RFC 2046, 5.1.1: up to seventy characters. */
function boundaryOf(contentType: string): string {
  const [, quoted, plain] =
    /;[\t ]*boundary[\t ]*=[\t ]*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = (quoted ?? plain ?? "").trimEnd();
  if (boundary !== "" && boundary.length <= 70) return boundary;
  throw malformed(
    new BrokenMultipart(
      boundary === ""
        ? "its Content-Type names no boundary"
        : "its boundary is longer than 70 characters",
    ),
  );
}

function malformed(cause: BrokenMultipart): AppError {
  return new AppError(
    "malformed",
    `The multipart body cannot be read (${cause.message}); nothing was stored. Send it again.`,
    { cause },
  );
}
