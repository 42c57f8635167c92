/** `GET /intray.js`: what a web page may include to send its forms without being left. */
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { createStaticFile } from "../platform/static-file.ts";

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
  const script = createStaticFile(servedScript(), {
    type: "text/javascript; charset=utf-8",
    cache: `public, max-age=${CACHE_SECONDS}`,
  });
  const routes = new Hono();
  routes.get("/intray.js", (c) => {
    c.header("Access-Control-Allow-Origin", "*");
    c.header("Cross-Origin-Resource-Policy", "cross-origin");
    return script.answer(c);
  });
  return routes;
}
