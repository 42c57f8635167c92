/** Parses the body of a form post into pairs and files. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { OpenBody } from "../../bodies/open-bodies.ts";
import { readBody } from "../../bodies/read-body.ts";
import { AppError } from "../../domain/errors.ts";
import { type Decode, decoderOfContentType } from "./encoding.ts";
import { bodyTooLarge } from "./limits.ts";
import { parseJson } from "./parse-json.ts";
import type { FileRules, MultipartParts, MultipartPost } from "./parse-multipart.ts";
import { parseMultipart } from "./parse-multipart.ts";
import { parseUrlencoded } from "./parse-urlencoded.ts";

type BodyKind = "urlencoded" | "multipart" | "json";

const KIND_OF: Readonly<Record<string, BodyKind>> = {
  "application/x-www-form-urlencoded": "urlencoded",
  "multipart/form-data": "multipart",
  "application/json": "json",
};

/** @throws AppError `empty` without a body; `unsupported_type` that names the type sent and the types accepted. */
export function bodyKind(headers: IncomingHttpHeaders): BodyKind {
  const { "content-length": bytes = "0", "transfer-encoding": encoding } = headers;
  if (bytes === "0" && encoding === undefined) throw emptyPost();
  const essence = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const kind = KIND_OF[essence];
  if (kind !== undefined) return kind;
  throw new AppError(
    "unsupported_type",
    `A form post is application/x-www-form-urlencoded, multipart/form-data or application/json; this one ${essence === "" ? "has no Content-Type" : `is ${essence}`}.`,
  );
}

export const emptyPost = (): AppError =>
  new AppError(
    "empty",
    "The post contains no field. Give the form's inputs a name attribute, or send at least one field.",
  );

/** @throws AppError `malformed`, `empty`, `too_large`, `timeout` or `overloaded`; nothing of the post is stored then. */
export async function parsePostBody(
  incoming: IncomingMessage,
  kind: BodyKind,
  parts: MultipartParts,
  open: OpenBody,
  fileRules?: FileRules,
): Promise<MultipartPost> {
  if (kind === "multipart") return parseMultipart(incoming, parts, open, fileRules);
  const body = await readBody(
    incoming,
    { maxBytes: parts.limits.maxBodyBytes, tooLarge: bodyTooLarge },
    open,
  );
  if (body.byteLength === 0) throw emptyPost();
  const pairs =
    kind === "json"
      ? parseJson(body, parts.limits)
      : parseUrlencoded(body, parts.limits, declaredCharset(incoming));
  return { pairs, attachments: [], refused: [] };
}

/** The charset of the Content-Type; browsers send none, but other clients do. */
function declaredCharset({ headers }: IncomingMessage): Decode | undefined {
  const type = headers["content-type"] ?? "";
  return type.includes(";") ? decoderOfContentType(type) : undefined;
}
