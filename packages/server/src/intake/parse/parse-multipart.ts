/** Parses a multipart body: fields become pairs, and files are streamed into the storage. */
import type { IncomingMessage } from "node:http";
import { discard } from "../../attachments/discard.ts";
import { collectBytes, requireLength } from "../../bodies/read-body.ts";
import type { OpenBody } from "../../bodies/open-bodies.ts";
import { AppError } from "../../domain/errors.ts";
import type { FileRule, SentFile } from "../../domain/fields/check-fields.ts";
import type { Ids } from "../../domain/ids.ts";
import type { Log } from "../../platform/log.ts";
import { storable } from "../../platform/text/safe-text.ts";
import type { NewAttachment } from "../../store/submissions/new-submission.ts";
import { type BodyChunks, bodyChunks, type Pull } from "./body-chunks.ts";
import type { Decode } from "./encoding.ts";
import { CHARSET_FIELD, decodeUtf8, decoderOf, decoderOfContentType } from "./encoding.ts";
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
import { MalformedMultipart, multipartParts } from "./multipart-parts.ts";
import { parsePartHead, type PartHead, textOfBytes } from "./part-head.ts";
import type { Storage } from "../../attachments/storage.ts";
import type { Clock } from "../../platform/clock.ts";

export interface MultipartPost {
  readonly pairs: readonly Pair[];
  readonly attachments: readonly NewAttachment[];
  /** Files that break a rule of the form. They were not stored. */
  readonly refused: readonly SentFile[];
}

export type MultipartParts = StoringParts & { readonly limits: IntakeLimits; readonly log: Log };

/** A field as bytes: its encoding is known only after the last part. */
interface RawField {
  readonly name: string;
  readonly value: Buffer;
  /** By the Content-Type of the part, if it names a charset. */
  readonly decode: Decode | undefined;
}

export type FileRules = ReadonlyMap<string, FileRule>;

type RawFile = { readonly head: PartHead; readonly file: StoredPart };

/**
 * Resolves once every file is stored; the keys of the files are still in `openFiles`. When it rejects, the
 * files of the post have been removed.
 *
 * @throws AppError `malformed`, `too_large` that names the limit, or an error of the storage.
 */
export async function parseMultipart(
  incoming: IncomingMessage,
  parts: MultipartParts,
  body: OpenBody,
  rules?: FileRules,
): Promise<MultipartPost> {
  const boundary = boundaryOf(incoming.headers["content-type"] ?? "");
  requireLength(incoming, parts.limits.maxUploadBytes, uploadTooLarge);
  const fields: RawField[] = [];
  const files: RawFile[] = [];
  const refused: SentFile[] = [];
  const chunks = bodyChunks(incoming, parts.limits.maxUploadBytes, body);
  try {
    await readParts(chunks, boundary, parts, { fields, files, refused, rules, body });
    body.complete();
  } catch (error) {
    const stored = files.map(({ file }) => file.storage_key);
    await discard(stored, parts);
    for (const key of stored) parts.openFiles.delete(key);
    throw error instanceof MalformedMultipart ? failMalformed(error) : error;
  } finally {
    chunks.stop();
  }
  return { ...decodePost(fields, files, parts.ids), refused };
}

async function readParts(
  { pull, limitBy }: BodyChunks,
  boundary: string,
  parts: MultipartParts,
  raw: {
    readonly fields: RawField[];
    readonly files: RawFile[];
    readonly refused: SentFile[];
    readonly rules: FileRules | undefined;
    readonly body: OpenBody;
  },
): Promise<void> {
  const { limits } = parts;
  let inputs = 0;
  let fieldBytes = 0;
  for await (const { head: text, content } of multipartParts(pull, boundary)) {
    const head = parsePartHead(text);
    const first = await content();
    const pieces = startingWith(first, content);
    const isNameless = nameOfFile(head, decodeUtf8) === "";
    if (head.fileName === undefined || (isNameless && first === undefined)) {
      // Browsers also send empty file inputs; they count as fields.
      inputs += 1;
      if (inputs > limits.maxFields) throw tooManyFields(limits.maxFields);
      if (head.fileName !== undefined) continue;
      const value = await fieldValue(pieces, head, limits, raw.body);
      fieldBytes += value.byteLength + head.name.length;
      if (fieldBytes > limits.maxBodyBytes) throw bodyTooLarge(limits.maxBodyBytes);
      raw.fields.push({ name: head.name, value, decode: decoderOfContentType(head.contentType) });
    } else {
      if (raw.files.length + raw.refused.length === limits.maxFiles) {
        throw tooManyFiles(limits.maxFiles);
      }
      const ruled = raw.rules === undefined ? undefined : ruledFile(head, raw.rules, raw.files);
      if (ruled?.isRefused === true) {
        raw.refused.push(ruled.file);
        await skip(pieces);
        continue;
      }
      // Only from the first file on, so that a post without files never waits for a slot.
      limitBy(parts.storage.writeSlots);
      const bytes = limit(limits.maxFileBytes, pieces, head, ruled?.maxBytes);
      try {
        raw.files.push({ head, file: await storePart(bytes, parts) });
      } catch (error) {
        if (!(error instanceof AboveRule) || ruled === undefined) throw error;
        raw.refused.push({ ...ruled.file, file_size: error.bytes });
        await skip(pieces);
      }
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
  body: OpenBody,
): Promise<Buffer> {
  const collected = collectBytes();
  let size = 0;
  for (let piece = await pull(); piece !== undefined; piece = await pull()) {
    size += piece.byteLength;
    if (size > maxFieldBytes) {
      throw fieldTooLarge(textOfBytes(head.name, decodeUtf8), maxFieldBytes);
    }
    collected.push(Buffer.from(piece));
    body.keep(piece.byteLength);
  }
  return collected.bytes();
}

/** A file is larger than its rule allows. The rest of the post is still read, since the error page shows it. */
class AboveRule extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super("A file is larger than its rule allows.");
    this.bytes = bytes;
  }
}

/** What the rule of a file says before its content is read; `undefined` without a rule. */
function ruledFile(head: PartHead, rules: FileRules, before: readonly RawFile[]) {
  const form_name = storable(textOfBytes(head.name, decodeUtf8));
  const rule = rules.get(form_name);
  if (rule === undefined) return undefined;
  const sameInput = before.filter((other) => other.head.name === head.name);
  const file = { form_name, name: fileNameOf(head, decodeUtf8), content_type: typeOf(head) };
  return {
    file: { ...file, file_size: 0 },
    isRefused: !rule.accepts(file) || sameInput.length >= rule.maxFiles,
    maxBytes: rule.maxBytes,
  };
}

async function skip(pull: Pull): Promise<void> {
  while ((await pull()) !== undefined);
}

async function* limit(maxBytes: number, pull: Pull, head: PartHead, ruleBytes = Infinity) {
  let size = 0;
  for (let piece = await pull(); piece !== undefined; piece = await pull()) {
    size += piece.byteLength;
    if (size > ruleBytes) throw new AboveRule(size);
    if (size > maxBytes) {
      const name = fileNameOf(head, decodeUtf8);
      throw fileTooLarge({ name, input: textOfBytes(head.name, decodeUtf8) }, maxBytes);
    }
    yield piece;
  }
}

/** Decodes names and values by the field `_charset_`, or as UTF-8 without one. */
function decodePost(
  fields: readonly RawField[],
  files: readonly RawFile[],
  ids: Pick<Ids, "attachmentToken">,
): Omit<MultipartPost, "refused"> {
  const charset = fields.find(({ name }) => name === CHARSET_FIELD);
  const declared = charset === undefined ? undefined : decoderOf(charset.value.toString("latin1"));
  const decode = declared ?? decodeUtf8;
  return {
    pairs: fields
      .filter((field) => declared === undefined || field.name !== CHARSET_FIELD)
      .map((field) => [textOfBytes(field.name, decode), (field.decode ?? decode)(field.value)]),
    attachments: files.map(({ head, file }) => ({
      ...file,
      name: fileNameOf(head, decode),
      form_name: storable(textOfBytes(head.name, decode)),
      content_type: typeOf(head),
      public_token: ids.attachmentToken(),
    })),
  };
}

const fileNameOf = (head: PartHead, decode: Decode) => nameOfFile(head, decode) || "file";

const typeOf = ({ contentType }: PartHead) =>
  contentType === "" ? "application/octet-stream" : storable(contentType);

/** The file name without folders; `""` for `.` and `..`. */
function nameOfFile({ fileName = "", extendedFileName }: PartHead, decode: Decode): string {
  const name = storable(extendedFileName ?? textOfBytes(fileName, decode)).replace(
    /^[^]*[/\\]/,
    "",
  );
  return name === "." || name === ".." ? "" : name;
}

/** @throws AppError `malformed` without a boundary of 1 to 70 characters (RFC 2046, section 5.1.1). */
function boundaryOf(contentType: string): string {
  const [, quoted, plain] =
    /;[\t ]*boundary[\t ]*=[\t ]*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = (quoted ?? plain ?? "").trimEnd();
  if (boundary !== "" && boundary.length <= 70) return boundary;
  throw failMalformed(
    new MalformedMultipart(
      boundary === ""
        ? "its Content-Type has no boundary"
        : "its boundary is longer than 70 characters",
    ),
  );
}

const failMalformed = (cause: MalformedMultipart): AppError =>
  new AppError(
    "malformed",
    `The multipart body cannot be parsed (${cause.message}); nothing was stored. Send it again.`,
    { cause },
  );

interface StoringParts {
  readonly storage: Storage;
  /** Keys of files that have no row yet and must not be swept; the caller removes them after the commit. */
  readonly openFiles: Set<string>;
  readonly ids: Ids;
  readonly clock: Clock;
}

type StoredPart = Pick<NewAttachment, "file_size" | "sha256" | "storage_key">;

/**
 * Resolves once the file is stored; its key is then in `openFiles`. When it rejects, neither is the case.
 *
 * @param content As for {@link Storage.write}.
 */
async function storePart(
  content: AsyncIterable<Uint8Array>,
  { storage, openFiles, ids, clock }: StoringParts,
): Promise<StoredPart> {
  const storage_key = ids.storageKey(clock.now());
  openFiles.add(storage_key);
  try {
    const { size, sha256 } = await storage.write(storage_key, content);
    return { file_size: size, sha256: sha256.toString("hex"), storage_key };
  } catch (error) {
    openFiles.delete(storage_key);
    throw error;
  }
}
