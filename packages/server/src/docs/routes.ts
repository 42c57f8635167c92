/**
 * `GET /docs`: the API reference, rendered from openapi.yaml at the first request; below it the pages for language
 * models; and `GET /favicon.ico`.
 */
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { packageFile } from "../platform/version.ts";
import { createStaticFile, type StaticFile } from "../platform/static-file.ts";
import { readReference } from "./contract.ts";
import { modelPages } from "./guides.ts";
import { referencePage, SEARCH_SOURCE } from "./page.tsx";

const HEADERS = {
  "Content-Security-Policy": `default-src 'none'; style-src 'self'; script-src ${SEARCH_SOURCE}; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "Referrer-Policy": "no-referrer",
};

/** For browsers that ask for it whatever a page says, and for pages without an icon of their own. */
const icon = createStaticFile(readFileSync(packageFile("assets/favicon.png")), {
  type: "image/png",
  cache: "public, max-age=86400",
});

/** @param publicUrl Returns the origin for the examples; available once the server listens. */
export function docsRoutes({ publicUrl }: { readonly publicUrl: () => string }): Hono {
  const routes = new Hono();
  let page: Promise<StaticFile> | undefined;
  routes.get("/docs", async (c) => {
    page ??= renderPage(publicUrl());
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    return (await page).answer(c);
  });
  let pages: ReadonlyMap<string, StaticFile> | undefined;
  routes.get("/docs/:name{[a-z-]+\\.(?:txt|md)}", async (c, next) => {
    pages ??= filesForModels(publicUrl());
    const file = pages.get(c.req.param("name"));
    return file === undefined ? next() : file.answer(c);
  });
  routes.get("/favicon.ico", (c) => icon.answer(c));
  return routes;
}

const filesForModels = (origin: string) =>
  new Map(
    modelPages(origin).map(({ name, type, text }) => [
      name,
      createStaticFile(text, { type: `${type}; charset=utf-8`, cache: "no-cache" }),
    ]),
  );

const renderPage = async (origin: string): Promise<StaticFile> =>
  createStaticFile(await referencePage(readReference(), origin), {
    type: "text/html; charset=utf-8",
    cache: "no-cache",
  });
