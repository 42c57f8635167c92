/** A multipart body: its fields as pairs, its files into the storage as they arrive. */
import type { IncomingMessage } from "node:http";
import type { Readable, Writable } from "node:stream";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { discard } from "../attachments/discard.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { NewAttachment } from "../store/accept-submission.ts";
import type { Pair } from "./fields.ts";
import {
  bodyTooLarge,
  fieldTooLarge,
  fileTooLarge,
  type IntakeLimits,
  tooManyFields,
  tooManyFiles,
} from "./limits.ts";
import { brokenOff, requireLength } from "./read-body.ts";
import { storePart, type StoringParts } from "./store-part.ts";

export interface MultipartPost {
  readonly pairs: readonly Pair[];
  readonly attachments: readonly NewAttachment[];
}

export interface MultipartParts extends StoringParts {
  readonly limits: IntakeLimits;
  readonly log: Log;
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
  const { limits, openFiles } = parts;
  requireLength(incoming, limits.maxUploadBytes);
  const pairs: Pair[] = [];
  const files: Promise<NewAttachment | undefined>[] = [];
  const contents: Readable[] = [];
  const busboy = openBusboy(incoming, limits);
  /** Why the post is not taken, where that is not the parser's own complaint. */
  let refusal: unknown;
  const refuse = (error: unknown) => {
    refusal ??= error;
    busboy.destroy();
  };
  let plainBytes = 0;

  busboy.on("field", (name: string, value: string, isNameCut: boolean, isValueCut: boolean) => {
    plainBytes += Buffer.byteLength(value) + Buffer.byteLength(name);
    if (isNameCut || isValueCut) refuse(fieldTooLarge(name, limits.maxFieldBytes));
    else if (plainBytes > limits.maxBodyBytes) refuse(bodyTooLarge(limits.maxBodyBytes));
    else pairs.push([nameOf(name), value]);
  });
  busboy.on("fieldsLimit", () => refuse(tooManyFields(limits.maxFields)));
  busboy.on("partsLimit", () => refuse(tooManyFields(limits.maxFields)));
  busboy.on("filesLimit", () => refuse(tooManyFiles(limits.maxFiles)));
  busboy.on(
    "file",
    (
      formName: string,
      content: Readable,
      name: string | undefined,
      _encoding: string,
      type: string,
    ) => {
      contents.push(content);
      // The parser only emits an error on a part that was cut off; destroying ends who reads it.
      content.on("error", (error: Error) => void content.destroy(error));
      content.once("limit", () => refuse(fileTooLarge(name ?? formName, limits.maxFileBytes)));
      const file = storePart(
        content,
        { name: name ?? "", formName: nameOf(formName), type },
        parts,
      );
      // A part that nobody reads on would hold up the rest of the body for good.
      file.catch((error: unknown) => refuse(content.errored === error ? malformed(error) : error));
      files.push(file);
    },
  );

  try {
    await parsed(incoming, busboy);
    const attachments = (await Promise.all(files)).filter((file) => file !== undefined);
    return { pairs, attachments };
  } catch (error) {
    incoming.unpipe(busboy);
    for (const content of contents) content.destroy(new Error("The post was refused."));
    const stored = (await Promise.allSettled(files)).flatMap((file) =>
      file.status === "fulfilled" && file.value !== undefined ? [file.value.storage_key] : [],
    );
    await discard(stored, parts);
    for (const key of stored) openFiles.delete(key);
    throw refusal ?? (error instanceof AppError ? error : malformed(error));
  }
}

/** Browsers write these three escaped in a name, and nothing else; not even the percent sign. */
function nameOf(sent: string): string {
  return sent.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
}

/** Not a pipeline: that would destroy the request, and with it the socket that the answer needs. */
function parsed(incoming: IncomingMessage, parser: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.once("finish", resolve);
    parser.on("error", reject);
    parser.once("close", () => reject(new Error("The parser stopped.")));
    incoming.once("error", () => reject(brokenOff()));
    incoming.once("close", () => {
      if (!incoming.readableEnded) reject(brokenOff());
    });
    incoming.pipe(parser);
  });
}

function openBusboy(incoming: IncomingMessage, limits: IntakeLimits) {
  try {
    return new Busboy({
      headers: incoming.headers as BusboyHeaders,
      limits: {
        fieldSize: limits.maxFieldBytes,
        fieldNameSize: 1_000,
        fields: limits.maxFields,
        files: limits.maxFiles,
        fileSize: limits.maxFileBytes,
        parts: limits.maxFields + limits.maxFiles,
        headerPairs: 50,
      },
    });
  } catch (error) {
    throw malformed(error);
  }
}

function malformed(cause: unknown): AppError {
  const detail = cause instanceof Error ? ` (${cause.message.replace(/\.$/, "")})` : "";
  return new AppError(
    "malformed",
    `The multipart body cannot be read${detail}; nothing was stored. Send it again.`,
    { cause },
  );
}
