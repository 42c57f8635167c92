/** Bytes of strangers, from the API to the browser: to be saved, and never to be opened as a page. */
import type { StatusCode } from "hono/utils/http-status";
import type { DashboardContext } from "./env.ts";

/** Nothing in them can run; an SVG is a document and is not among them. */
const INLINE_TYPES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
]);

/** Whether a browser may show the file, by the type that its sender gave. */
export const isShownInline = (type: string): boolean => INLINE_TYPES.has(type.trim().toLowerCase());

const FORWARDED_HEADERS = [
  "Accept-Ranges",
  "Content-Disposition",
  "Content-Length",
  "Content-Range",
  "Content-Type",
  "ETag",
] as const;

/** The API's answer with its content as it comes, and headers that hold whatever is in it. */
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
  // The file would stay open.
  await content.cancel();
  return c.body(null);
}
