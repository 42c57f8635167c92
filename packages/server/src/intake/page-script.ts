/** `GET /intray.js`, `/captcha.js` and `/form-view.js`: scripts for the pages of forms. */
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { packageFile } from "../platform/package-files.ts";
import { createStaticFile } from "../platform/static-file.ts";

/** One hour, so that pages get a new version of a script soon after an upgrade. */
const CACHE_SECONDS = 3_600;

const SCRIPTS = ["intray.js", "captcha.js", "form-view.js"] as const;

/** A script without comments, indentation and empty lines. */
export function serveScript(name: (typeof SCRIPTS)[number]): string {
  return readFileSync(packageFile(`assets/${name}`), "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("//"))
    .join("\n");
}

/** Serves the scripts to every origin. */
export function scriptRoutes(): Hono {
  const routes = new Hono();
  for (const name of SCRIPTS) {
    const script = createStaticFile(serveScript(name), {
      type: "text/javascript; charset=utf-8",
      cache: `public, max-age=${CACHE_SECONDS}`,
    });
    routes.get(`/${name}`, (c) => {
      c.header("Access-Control-Allow-Origin", "*");
      c.header("Cross-Origin-Resource-Policy", "cross-origin");
      return script.answer(c);
    });
  }
  return routes;
}
