/** Gzips the pages of the dashboard, but only for requests that no other site has made (BREACH). */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { acceptsGzip } from "../../platform/gzip.ts";
import type { DashboardContext, DashboardEnv } from "./env.ts";

/** Below this size, gzip saves less than a packet. */
const MIN_BYTES = 1_024;
/** A higher level takes twice the time for a few percent. */
const LEVEL = 5;

const compressed = promisify(gzip);

/**
 * Gzips HTML that a page of the dashboard, or the user, has asked for by GET. The size of a compressed page that
 * repeats a query tells what else is on it; therefore requests with a query of another site's choice, and the
 * answers to POST, which may show a key or a secret, are not compressed.
 */
export const compressPages = (): MiddlewareHandler<DashboardEnv> => async (c, next) => {
  await next();
  if (!mayCompress(c)) return;
  const plain = Buffer.from(await c.res.arrayBuffer());
  const isWorthwhile = plain.length >= MIN_BYTES;
  const { status, headers } = c.res;
  c.res = undefined;
  c.res = new Response(isWorthwhile ? await compressed(plain, { level: LEVEL }) : plain, {
    status,
    headers,
  });
  c.res.headers.append("Vary", "Accept-Encoding, Sec-Fetch-Site");
  if (isWorthwhile) c.res.headers.set("Content-Encoding", "gzip");
};

const mayCompress = (c: DashboardContext) =>
  c.req.method === "GET" &&
  c.res.body !== null &&
  c.res.headers.get("Content-Type")?.startsWith("text/html") === true &&
  !c.res.headers.has("Content-Encoding") &&
  acceptsGzip(c.req.header("Accept-Encoding") ?? "") &&
  isOwnRequest(c);

/** Whether the user has typed the address, or a page of this origin has led here. */
function isOwnRequest(c: DashboardContext): boolean {
  const site = c.req.header("Sec-Fetch-Site");
  if (site !== undefined) return site === "same-origin" || site === "none";
  // Browsers send no Sec-Fetch-Site over plain HTTP.
  const referrer = c.req.header("Referer");
  return referrer !== undefined && URL.parse(referrer)?.host === c.req.header("Host");
}
