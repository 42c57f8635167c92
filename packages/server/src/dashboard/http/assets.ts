/** `/dashboard/assets/…`: the stylesheet and scripts, with a content hash in their URLs. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Hono } from "hono";
import { packageFile } from "../../platform/version.ts";
import { createStaticFile } from "../../platform/static-file.ts";
import type { DashboardEnv } from "./env.ts";

const assetFile = (name: string) => packageFile(`assets/dashboard/${name}`);

const CSS = "text/css; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";
/** The content of a URL never changes, because the URL contains its hash. */
const CACHE = "public, max-age=31536000, immutable";

const PNG = "image/png";

const MANIFEST = "app.webmanifest";

const require = createRequire(import.meta.url);

const withIdiomorph = (name: string) =>
  [
    require.resolve("idiomorph/dist/idiomorph.min.js"),
    SCRIPT,
    readFileSync(assetFile(name), "utf8"),
  ] as const;

/** Path, content type, and a text to append: our own script, or the export that turns a plain script into a module. */
const SOURCES = {
  "style.css": [assetFile("style.css"), CSS],
  "docs.css": [packageFile("assets/docs.css"), CSS],
  "inbox.css": [assetFile("inbox.css"), CSS],
  "icon.svg": [assetFile("icon.svg"), "image/svg+xml"],
  "icon-180.png": [assetFile("icon-180.png"), PNG],
  "icon-512.png": [assetFile("icon-512.png"), PNG],
  "dashboard.js": [assetFile("dashboard.js"), SCRIPT],
  "drafts.js": [assetFile("drafts.js"), SCRIPT],
  "preview.js": withIdiomorph("preview.js"),
  "fields.js": [assetFile("fields.js"), SCRIPT],
  "webhook.js": [assetFile("webhook.js"), SCRIPT],
  "inbox.js": withIdiomorph("inbox.js"),
  "passkeys.js": [assetFile("passkeys.js"), SCRIPT],
  "palette.js": [assetFile("palette.js"), SCRIPT],
  "pane.js": [assetFile("pane.js"), SCRIPT],
  "keys.js": [assetFile("keys.js"), SCRIPT],
  "submission.js": [assetFile("submission.js"), SCRIPT],
  "overview.js": [assetFile("overview.js"), SCRIPT],
  "refresh.js": withIdiomorph("refresh.js"),
  "uplot.css": [require.resolve("uplot/dist/uPlot.min.css"), CSS],
  "uplot.js": [require.resolve("uplot/dist/uPlot.iife.min.js"), SCRIPT, "export default uPlot;"],
} as const satisfies Record<string, readonly [path: URL | string, type: string, end?: string]>;

type AssetName = keyof typeof SOURCES | typeof MANIFEST;

const files = new Map(
  Object.entries(SOURCES).map(([name, [path, type, end = ""]]) => {
    const content = type === PNG ? readFileSync(path) : `${readFileSync(path, "utf8")}${end}`;
    return [name, createStaticFile(content, { type, cache: CACHE })];
  }),
);

export const assetUrl = (name: AssetName): string =>
  `/dashboard/assets/${files.get(name)?.tag ?? ""}/${name}`;

export function createAssetRoutes(): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/:tag/:name", (c) => {
    const file = files.get(c.req.param("name"));
    return file === undefined ? c.notFound() : file.answer(c);
  });
  return routes;
}

/** Tells browsers how to install the dashboard as an app. */
const manifest = {
  name: "Intray",
  id: "/dashboard",
  start_url: "/dashboard",
  scope: "/dashboard",
  display: "standalone",
  background_color: "#f3f1ec",
  theme_color: "#211f26",
  icons: [
    { src: assetUrl("icon.svg"), sizes: "any", type: "image/svg+xml" },
    { src: assetUrl("icon-512.png"), sizes: "512x512", type: PNG, purpose: "any maskable" },
  ],
};
files.set(
  MANIFEST,
  createStaticFile(JSON.stringify(manifest), { type: "application/manifest+json", cache: CACHE }),
);
