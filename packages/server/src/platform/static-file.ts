/** Serves a static file of the server with gzip, an ETag and caching. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Context } from "hono";
import { acceptsGzip } from "./gzip.ts";

export type StaticFile = ReturnType<typeof createStaticFile>;

/** @param cache The Cache-Control of every response. */
export function createStaticFile(
  content: string | Uint8Array,
  { type, cache }: { readonly type: string; readonly cache: string },
) {
  const plain = Buffer.from(content);
  const gzipped = gzipSync(plain, { level: 9 });
  const tag = createHash("sha256").update(plain).digest("base64url").slice(0, 16);
  return {
    /** A hash of the content. */
    tag,
    answer(c: Context) {
      c.header("Cache-Control", cache);
      c.header("Vary", "Accept-Encoding");
      // Weak, since it is the same for the gzipped and the plain content.
      c.header("ETag", `W/"${tag}"`);
      if (hasTag(c.req.header("If-None-Match"), `"${tag}"`)) return c.body(null, 304);
      c.header("Content-Type", type);
      c.header("X-Content-Type-Options", "nosniff");
      if (!acceptsGzip(c.req.header("Accept-Encoding") ?? "")) return c.body(plain);
      c.header("Content-Encoding", "gzip");
      return c.body(gzipped);
    },
  };
}

const hasTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? "")
    .split(",")
    .map((one) => one.trim().replace(/^W\//, ""))
    .some((one) => one === tag || one === "*");
