/** A multipart body: its fields as pairs, its files into the storage as they arrive. */
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { discard } from "../attachments/discard.ts";
import { AppError } from "../errors.ts";
import type { Ids } from "../ids.ts";
import type { Log } from "../log.ts";
import type { NewAttachment } from "../store/accept-submission.ts";
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
import { brokenOff, requireLength } from "./read-body.ts";
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
  try {
    await readParts(incoming, boundary, parts, { fields, files });
  } catch (error) {
    const stored = files.map(({ file }) => file.storage_key);
    await discard(stored, parts);
    for (const key of stored) parts.openFiles.delete(key);
    throw error instanceof BrokenMultipart ? malformed(error) : error;
  }
  return asText(fields, files, parts.ids);
}

async function readParts(
  incoming: IncomingMessage,
  boundary: string,
  parts: MultipartParts,
  sent: { readonly fields: SentField[]; readonly files: SentFile[] },
): Promise<void> {
  const { limits } = parts;
  let inputs = 0;
  let plainBytes = 0;
  const chunks = chunksOf(incoming, limits.maxUploadBytes);
  for await (const { head: text, content } of multipartParts(chunks, boundary)) {
    const head = parsePartHead(text);
    const first = await content.next();
    const isEmpty = first.done === true;
    const whole = startingWith(first, content);
    if (head.fileName === undefined || (nameOfFile(head, decodeUtf8) === "" && isEmpty)) {
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
      const bytes = Readable.from(upTo(limits.maxFileBytes, whole, head), {
        objectMode: false,
        // Nothing is read ahead of the disk: with hundreds of uploads every piece of each counts.
        highWaterMark: 0,
      });
      sent.files.push({ head, file: await storePart(bytes, parts) });
    }
  }
}

/** The body as it arrives. Does not destroy the request, which the answer needs. */
async function* chunksOf(
  incoming: IncomingMessage,
  maxBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  let size = 0;
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).byteLength;
      if (size > maxBytes) throw uploadTooLarge(maxBytes);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw error instanceof AppError ? error : brokenOff();
  }
  if (!incoming.complete) throw brokenOff();
}

async function* startingWith(
  first: IteratorResult<Buffer, void>,
  rest: AsyncGenerator<Buffer, void, undefined>,
): AsyncGenerator<Buffer, void, undefined> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

async function fieldValue(
  content: AsyncIterable<Buffer>,
  head: PartHead,
  { maxFieldBytes }: IntakeLimits,
): Promise<Buffer> {
  const collected = collectBytes();
  let size = 0;
  for await (const piece of content) {
    size += piece.byteLength;
    if (size > maxFieldBytes) {
      throw fieldTooLarge(textOfBytes(head.name, decodeUtf8), maxFieldBytes);
    }
    collected.push(piece);
  }
  return collected.whole();
}

async function* upTo(maxBytes: number, content: AsyncIterable<Buffer>, head: PartHead) {
  let size = 0;
  for await (const piece of content) {
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
      form_name: textOfBytes(head.name, decode),
      content_type: head.contentType === "" ? "application/octet-stream" : head.contentType,
      public_token: ids.attachmentToken(),
    })),
  };
}

/** Without the folders before it; `.` and `..` are no names. */
function nameOfFile({ fileName = "", extendedFileName }: PartHead, decode: Decode): string {
  const name = (extendedFileName ?? textOfBytes(fileName, decode)).replace(/^[^]*[/\\]/, "");
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
