/** A body of any kind that a form can send, as pairs and files. */
import type { IncomingMessage } from "node:http";
import { AppError } from "../domain/errors.ts";
import { type Decode, decoderOfType } from "./encoding.ts";
import { parseJson } from "./parse-json.ts";
import { type MultipartParts, type MultipartPost, parseMultipart } from "./parse-multipart.ts";
import { parseUrlencoded } from "./parse-urlencoded.ts";
import { readBody } from "./read-body.ts";

type BodyKind = "urlencoded" | "multipart" | "json";

const KIND_OF: Readonly<Record<string, BodyKind>> = {
  "application/x-www-form-urlencoded": "urlencoded",
  "multipart/form-data": "multipart",
  "application/json": "json",
};

/** @throws AppError `unsupported_type` naming what was sent and what is taken. */
export function bodyKind(contentType: string | undefined): BodyKind {
  const essence = (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const kind = KIND_OF[essence];
  if (kind !== undefined) return kind;
  throw new AppError(
    "unsupported_type",
    `A form post is application/x-www-form-urlencoded, multipart/form-data or application/json; this one is ${essence === "" ? "of no stated type" : essence}.`,
  );
}

/** @throws AppError `malformed`, `too_large` or `overloaded`; then nothing of the post is stored. */
export async function parseBody(
  incoming: IncomingMessage,
  kind: BodyKind,
  parts: MultipartParts,
): Promise<MultipartPost> {
  if (kind === "multipart") return parseMultipart(incoming, parts);
  const body = await readBody(incoming, parts.limits.maxBodyBytes);
  if (kind === "json") return { pairs: parseJson(body), attachments: [] };
  return { pairs: parseUrlencoded(body, statedByType(incoming)), attachments: [] };
}

/** Browsers state none; programs say UTF-8, or what would be lost if it were not heard. */
function statedByType({ headers }: IncomingMessage): Decode | undefined {
  const type = headers["content-type"] ?? "";
  return type.includes(";") ? decoderOfType(type) : undefined;
}
