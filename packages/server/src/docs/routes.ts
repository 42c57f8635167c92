/** `GET /docs`: the API reference, rendered from openapi.yaml at the first request. */
import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { Hono } from "hono";
import { readReference } from "./contract.ts";
import { referencePage } from "./page.tsx";
import { STYLE } from "./style.ts";

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${hash("sha256", STYLE, "base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-cache",
  Vary: "Accept-Encoding",
};

interface RenderedPage {
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** @param publicUrl Returns the origin for the examples; available once the server listens. */
export function docsRoutes({ publicUrl }: { readonly publicUrl: () => string }): Hono {
  const routes = new Hono();
  let page: Promise<RenderedPage> | undefined;
  routes.get("/docs", async (c) => {
    page ??= renderPage(publicUrl());
    const { plain, gzipped, etag } = await page;
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    c.header("ETag", etag);
    if (c.req.header("if-none-match") === etag) return c.body(null, 304);
    if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$|\s))/i.test(c.req.header("accept-encoding") ?? ""))
      return c.body(plain);
    c.header("Content-Encoding", "gzip");
    return c.body(gzipped);
  });
  return routes;
}

async function renderPage(origin: string): Promise<RenderedPage> {
  const plain = new TextEncoder().encode(await referencePage(readReference(), origin));
  const gzipped = new Uint8Array(await promisify(gzip)(plain));
  // Weak, since it is the same for the plain and the gzipped bytes.
  return { plain, gzipped, etag: `W/"${hash("sha256", plain, "base64url").slice(0, 16)}"` };
}
