/** `GET /intray.js`: what a web page may include to send its forms without being left. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { Hono } from "hono";

/** A page asks again after an hour, and so is never much behind the server. */
const CACHE_SECONDS = 3_600;

const SOURCE = new URL("../../assets/intray.js", import.meta.url);

/** The script without what only its readers need: comments, indentation, empty lines. */
export function servedScript(): string {
  return readFileSync(SOURCE, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("//"))
    .join("\n");
}

/** Open to every origin. */
export function scriptRoutes(): Hono {
  const plain = Buffer.from(servedScript());
  const packed = gzipSync(plain, { level: 9 });
  const tag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 16)}"`;
  const routes = new Hono();
  routes.get("/intray.js", (c) => {
    c.header("Access-Control-Allow-Origin", "*");
    c.header("Cross-Origin-Resource-Policy", "cross-origin");
    c.header("Cache-Control", `public, max-age=${CACHE_SECONDS}`);
    c.header("Vary", "Accept-Encoding");
    // Weak: it names the same script packed and not.
    c.header("ETag", `W/${tag}`);
    if (hasTag(c.req.header("If-None-Match"), tag)) return c.body(null, 304);
    c.header("Content-Type", "text/javascript; charset=utf-8");
    c.header("X-Content-Type-Options", "nosniff");
    if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(c.req.header("Accept-Encoding") ?? "")) {
      return c.body(plain);
    }
    c.header("Content-Encoding", "gzip");
    return c.body(packed);
  });
  return routes;
}

function hasTag(asked: string | undefined, tag: string): boolean {
  return (asked ?? "")
    .split(",")
    .map((one) => one.trim().replace(/^W\//, ""))
    .some((one) => one === tag || one === "*");
}
