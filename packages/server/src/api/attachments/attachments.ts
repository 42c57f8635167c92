/** Downloads of attachments: streamed, with range requests, never rendered as a page by a browser. */
import { Readable } from "node:stream";
import type { Hono } from "hono";
import { AppError } from "../../domain/errors.ts";
import type { FileRecord } from "../../store/files/attachments.ts";
import type { ApiContext, ApiEnv, ApiParts } from "../http/env.ts";
import { pathId } from "../http/request.ts";

const UNKNOWN_TYPE = "application/octet-stream";
const DAY_MS = 86_400_000;
const TOKEN = /^[\w-]{1,64}$/;

/** Public links, which need no key. Register before authentication. */
export function publicAttachmentRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  const { store, clock, fileLinkDays } = parts;
  app.get("/attachments/:token/public", async (c) => {
    const public_token = c.req.param("token");
    const since = fileLinkDays === 0 ? 0 : clock.now() - fileLinkDays * DAY_MS;
    const file = TOKEN.test(public_token)
      ? await store.reads.findPublicAttachment({ public_token, since })
      : undefined;
    if (file === undefined) throw noAttachment();
    // Browsers may cache the file but must revalidate: it can be deleted at any time.
    c.header("Cache-Control", "private, no-cache");
    return send(c, parts, file);
  });
}

export function attachmentRoutes(app: Hono<ApiEnv>, parts: ApiParts): void {
  app.get("/attachments/:id", async (c) => {
    const { account_id, form_id } = c.get("caller");
    const file = await parts.store.reads.findAttachment({ id: pathId(c), account_id, form_id });
    if (file === undefined) throw noAttachment();
    return send(c, parts, file);
  });
}

async function send(c: ApiContext, { storage }: ApiParts, file: FileRecord): Promise<Response> {
  const etag = fileEtag(file.sha256);
  c.header("ETag", etag);
  c.header("Accept-Ranges", "bytes");
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Content-Security-Policy", "sandbox; default-src 'none'");
  c.header("Cross-Origin-Resource-Policy", "cross-origin");
  if (isKnown(c.req.header("if-none-match"), etag)) return c.body(null, 304);

  // Hono answers HEAD like GET and drops the body: a file opened for it would stay open.
  const isHead = c.req.method === "HEAD";
  const allowsPart = !isHead && allowsRange(c.req.header("if-range"), etag);
  const range = allowsPart ? parseByteRange(c.req.header("range"), file.file_size) : undefined;
  if (range === "outside") {
    return c.body(null, 416, { "Content-Range": `bytes */${file.file_size}` });
  }
  const content = isHead ? undefined : await open(storage, file, range);
  const length = range === undefined ? file.file_size : range.end - range.start + 1;
  c.header("Content-Type", file.content_type.replaceAll(/[^\x20-\x7e]/g, "") || UNKNOWN_TYPE);
  c.header("Content-Length", `${length}`);
  c.header("Content-Disposition", disposition(file.name));
  if (range !== undefined)
    c.header("Content-Range", `bytes ${range.start}-${range.end}/${file.file_size}`);
  const status = range === undefined ? 200 : 206;
  if (content === undefined) return c.body(null, status);
  // The web stream closes the file when the client disconnects, and reads only as far as the client.
  return c.body(Readable.toWeb(content) as ReadableStream<Uint8Array>, status);
}

async function open(storage: ApiParts["storage"], file: FileRecord, range: Range | undefined) {
  const content = await storage.read(file.storage_key, range);
  if (content !== undefined) return content;
  throw new AppError("not_found", "The file of this attachment is missing from the storage.");
}

/** RFC 6266: an ASCII name for old clients, and the exact name percent-encoded. */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

const noAttachment = () =>
  new AppError(
    "not_found",
    "This attachment does not exist, or is not accessible with this key or link. The link may have expired, or its submission may have been deleted.",
  );

/** Offsets of the first and last byte, both included. */
type Range = { readonly start: number; readonly end: number };

/** `undefined` means the whole file: no range, several ranges, or a header that cannot be parsed. */
export function parseByteRange(
  header: string | undefined,
  size: number,
): Range | "outside" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size || (from === "" && Number(to) === 0)) return "outside";
  return end < start ? undefined : { start, end };
}

/** A strong ETag: the hash of the file's bytes, which never change. */
export const fileEtag = (sha256: Uint8Array): string => `"${Buffer.from(sha256).toString("hex")}"`;

const TAG = /(?:W\/)?("[^"]*")/g;

/** Whether `If-None-Match` contains the tag, strong or weak. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return [...ifNoneMatch.matchAll(TAG)].some(([, tag]) => tag === etag);
}

/** Whether a range may be sent: `If-Range` is absent or the same strong tag. A date never matches. */
export const allowsRange = (ifRange: string | undefined, etag: string): boolean =>
  ifRange === undefined || ifRange.trim() === etag;
