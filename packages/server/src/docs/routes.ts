/** `GET /docs`: the reference of the API, made once from openapi.yaml. */
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

interface Made {
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly zipped: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** @param publicUrl The origin that the examples name; known once the server listens. */
export function docsRoutes({ publicUrl }: { readonly publicUrl: () => string }): Hono {
  const routes = new Hono();
  let made: Promise<Made> | undefined;
  routes.get("/docs", async (c) => {
    made ??= make(publicUrl());
    const { plain, zipped, etag } = await made;
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    c.header("ETag", etag);
    if (c.req.header("if-none-match") === etag) return c.body(null, 304);
    if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$|\s))/i.test(c.req.header("accept-encoding") ?? ""))
      return c.body(plain);
    c.header("Content-Encoding", "gzip");
    return c.body(zipped);
  });
  return routes;
}

async function make(origin: string): Promise<Made> {
  const plain = new TextEncoder().encode(await referencePage(readReference(), origin));
  const zipped = new Uint8Array(await promisify(gzip)(plain));
  // Weak: it names the page, however it is packed.
  return { plain, zipped, etag: `W/"${hash("sha256", plain, "base64url").slice(0, 16)}"` };
}
