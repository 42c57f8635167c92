/** `GET /intray.js`: the script with which a web page sends its forms without leaving the page. */
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { createStaticFile } from "../platform/static-file.ts";

/** One hour, so that pages get a new version of the script soon after an upgrade. */
const CACHE_SECONDS = 3_600;

const SOURCE = new URL("../../assets/intray.js", import.meta.url);

/** The script without comments, indentation and empty lines. */
export function servedScript(): string {
  return readFileSync(SOURCE, "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("//"))
    .join("\n");
}

/** Serves the script to every origin. */
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
