/** A multipart body: its fields as pairs, its files into the storage as they arrive. */
import type { IncomingMessage } from "node:http";
import type { Readable, Writable } from "node:stream";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import type { Storage } from "../attachments/storage.ts";
import { AppError } from "../errors.ts";
import type { Ids } from "../ids.ts";
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

export interface MultipartPost {
  readonly pairs: readonly Pair[];
  readonly attachments: readonly NewAttachment[];
}

interface Parts {
  readonly limits: IntakeLimits;
  readonly storage: Storage;
  readonly ids: Ids;
}

/**
 * Resolves once every file is stored. When it rejects, no file of the post is left.
 *
 * @throws AppError `malformed`, or `too_large` naming the limit.
 */
export async function parseMultipart(
  incoming: IncomingMessage,
  { limits, storage, ids }: Parts,
): Promise<MultipartPost> {
  requireLength(incoming, limits.maxUploadBytes);
  const pairs: Pair[] = [];
  const files: Promise<NewAttachment | undefined>[] = [];
  const contents: Readable[] = [];
  const busboy = openBusboy(incoming, limits);
  const refuse = (error: AppError) => void busboy.destroy(error);
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
      const file = store(content, { name: name ?? "", formName, type });
      // Awaited together below; one that fails before that must not count as unhandled.
      file.catch(() => undefined);
      files.push(file);
    },
  );

  async function store(
    content: Readable,
    part: { readonly name: string; readonly formName: string; readonly type: string },
  ): Promise<NewAttachment | undefined> {
    const storage_key = ids.storageKey();
    const { size, sha256 } = await storage.write(storage_key, content);
    // An empty file input is sent too: no name and no bytes.
    if (part.name === "" && size === 0) {
      await storage.remove(storage_key);
      return undefined;
    }
    return {
      name: part.name === "" ? "file" : part.name,
      form_name: nameOf(part.formName),
      content_type: part.type === "" ? "application/octet-stream" : part.type,
      file_size: size,
      sha256: sha256.toString("hex"),
      storage_key,
      public_token: ids.attachmentToken(),
    };
  }

  try {
    await parsed(incoming, busboy);
    const attachments = (await Promise.all(files)).filter((file) => file !== undefined);
    return { pairs, attachments };
  } catch (error) {
    incoming.unpipe(busboy);
    for (const content of contents) content.destroy(new Error("The post was refused."));
    const stored = await Promise.allSettled(files);
    for (const file of stored) {
      if (file.status === "fulfilled" && file.value !== undefined) {
        await storage.remove(file.value.storage_key);
      }
    }
    throw error instanceof AppError ? error : malformed(error);
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
