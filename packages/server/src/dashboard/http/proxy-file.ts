/** Proxies untrusted files from the API to the browser so that none of them can run as a page. */
import type { StatusCode } from "hono/utils/http-status";
import type { DashboardContext } from "./env.ts";

/** Image types without active content; SVG can contain scripts and is not one of them. */
const INLINE_TYPES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
]);

/** Returns whether a browser may display a file with this content type, which its sender chose. */
export const isShownInline = (type: string): boolean => INLINE_TYPES.has(type.trim().toLowerCase());

const FORWARDED_HEADERS = [
  "Accept-Ranges",
  "Content-Disposition",
  "Content-Length",
  "Content-Range",
  "Content-Type",
  "ETag",
] as const;

/**
 * Answers with the API's response: its status, `content` streamed through, the headers above, and a
 * sandboxing policy. Files are downloaded; with `?inline=yes`, images are displayed.
 */
export async function proxyFile(
  c: DashboardContext,
  { status, headers }: Response,
  content: ReadableStream<Uint8Array> | null,
): Promise<Response> {
  for (const name of FORWARDED_HEADERS) {
    const value = headers.get(name);
    if (value !== null) c.header(name, value);
  }
  const type = headers.get("Content-Type")?.trim().toLowerCase() ?? "";
  if (c.req.query("inline") === "yes" && isShownInline(type)) {
    c.header("Content-Type", type);
    c.header("Content-Disposition", "inline");
  }
  c.header("Content-Security-Policy", "sandbox; default-src 'none'");
  c.header("X-Content-Type-Options", "nosniff");
  c.status(status as StatusCode);
  if (content === null) return c.body(null);
  if (c.req.method !== "HEAD") return c.body(content);
  // Without this the file would stay open.
  await content.cancel();
  return c.body(null);
}
