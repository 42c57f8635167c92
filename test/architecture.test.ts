// Holds the import table: who may know whom.
import { globSync, readFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { describe, expect, it } from "vitest";

const sources = (pattern: string) =>
  globSync(pattern).filter((file) => !/\.test\.tsx?$|\/generated\/|\/fixture\.ts$/.test(file));

/** Every module specifier that a file imports or exports from, late imports included. */
function imports(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from\s+|import\s*\(\s*|import\s+)"([^"]+)"/g)].map(
    (match) => match[1] ?? "",
  );
}

const isPackage = (specifier: string) =>
  !specifier.startsWith(".") && !specifier.startsWith("node:");
/** `@scope/name` or `name` of a specifier with a path behind it. */
const packageName = (specifier: string) =>
  specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");

describe("packages", () => {
  const MAY_USE: Record<string, readonly string[]> = {
    "webhook-verify": [],
    sdk: ["eventsource-parser", "undici", "zod"],
    cli: [
      "@intray/sdk",
      "@intray/webhook-verify",
      "@oclif/core",
      "better-sqlite3",
      "zod",
      "@inquirer/password",
    ],
    server: [
      "@intray/webhook-verify",
      "@intray/sdk",
      "@aws-sdk/client-s3",
      "@aws-sdk/lib-storage",
      "@hono/node-server",
      "altcha-lib",
      "better-sqlite3",
      "disposable-email-domains-js",
      "fastest-levenshtein",
      "handlebars",
      "hono",
      "ipaddr.js",
      "kysely",
      "csv-stringify",
      "negotiator",
      "maxmind",
      "openapi-fetch",
      "pg",
      "pino",
      "prom-client",
      "uplot",
      "undici",
      "zod",
    ],
  };

  it.each(Object.entries(MAY_USE))("%s uses only what it may", (name, allowed) => {
    const used = sources(`packages/${name}/src/**/*.{ts,tsx}`).flatMap((file) =>
      imports(file).filter(isPackage).map(packageName),
    );

    expect([...new Set(used)].filter((one) => !allowed.includes(one))).toEqual([]);
  });

  it("keeps the SDK's transport out of the server, and the server out of everyone", () => {
    const ofServer = sources("packages/server/src/**/*.{ts,tsx}").flatMap(imports);
    const ofOthers = sources("packages/{sdk,cli,webhook-verify}/src/**/*.ts").flatMap(imports);

    expect(
      ofServer.filter((used) => used === "@intray/sdk" || used === "@intray/sdk/queue"),
    ).toEqual([]);
    expect(ofOthers.filter((used) => used.startsWith("@intray/server"))).toEqual([]);
  });

  it("keeps the schemas free of transport", () => {
    const reached = reach("packages/sdk/src/schemas.ts");

    expect(reached.flatMap(imports).filter((used) => used === "undici")).toEqual([]);
  });
});

/** The file and every file of its package that it imports, however far. */
function reach(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const next = imports(file)
    .filter((used) => used.startsWith("."))
    .map((used) => posix.join(dirname(file), used));
  return [file, ...next.flatMap((target) => reach(target, seen))];
}

describe("the server's folders", () => {
  const NOUNS = ".";
  /** Folder of packages/server/src → the folders it may import; "." holds the nouns. */
  const MAY_IMPORT: Record<string, readonly string[]> = {
    spam: [NOUNS],
    leads: [NOUNS, "store"],
    geoip: [NOUNS],
    admin: [NOUNS, "store", "store/postgres", "attachments"],
    attachments: [NOUNS],
    delivery: [NOUNS, "delivery/payload"],
    "delivery/payload": [NOUNS, "delivery", "delivery/template"],
    "delivery/template": [NOUNS],
    store: [NOUNS, "store/migrations", "store/postgres"],
    "store/migrations": [],
    "store/postgres": [NOUNS, "store"],
    outbox: [NOUNS, "store"],
    metrics: [NOUNS],
    // The jobs ask the store, and remove files after it.
    housekeeping: [NOUNS, "store", "attachments"],
    intake: [NOUNS, "intake/texts", "spam", "leads", "attachments", "store"],
    "intake/texts": [],
    docs: [],
    // What its pages show and do, they ask the API for; only who is signed in is the store's business.
    dashboard: [NOUNS, "store", "dashboard/*"],
    // A folder for each group of pages; routes.ts joins them.
    ...Object.fromEntries(
      ["account", "deliveries", "forms", "inbox", "overview", "submission", "webhooks"].map(
        (pages) => [`dashboard/${pages}`, [NOUNS, "store", "dashboard", "dashboard/*"]],
      ),
    ),
    api: [NOUNS, "store", "outbox", "spam", "attachments", "delivery/payload", "delivery/template"],
  };
  const src = "packages/server/src";
  const folderOf = (file: string) => posix.relative(src, dirname(file)) || NOUNS;
  const targets = (file: string) =>
    imports(file)
      .filter((used) => used.startsWith("."))
      .map((used) => folderOf(posix.join(dirname(file), used)));

  const isAllowed = (target: string, allowed: readonly string[]) =>
    allowed.includes(target) || allowed.includes(`${dirname(target)}/*`);

  it.each(Object.entries(MAY_IMPORT))("%s imports only what it may", (folder, allowed) => {
    const reached = sources(`${src}/${folder}/*.{ts,tsx}`).flatMap(targets);

    expect([...new Set(reached)].filter((t) => t !== folder && !isAllowed(t, allowed))).toEqual([]);
  });

  it("are all in the table", () => {
    const folders = new Set(sources(`${src}/**/*.{ts,tsx}`).map(folderOf));

    expect([...folders].filter((folder) => folder !== NOUNS && !(folder in MAY_IMPORT))).toEqual(
      [],
    );
  });

  /** Files at the root that join what is below; every other one is a noun. */
  const JOINING = [
    "main",
    "server",
    "app",
    "config",
    "settings",
    "settings-together",
    "first-start",
    "data-folder",
    "health",
    "outbox-wiring",
    "leads-wiring",
    "files-wiring",
  ];
  it("stand on nouns that know nothing but each other", () => {
    const nouns = sources(`${src}/*.{ts,tsx}`).filter(
      (file) => !JOINING.includes(posix.basename(file).replace(/\.tsx?$/, "")),
    );

    const reached = nouns.flatMap((file) => targets(file).map((target) => `${file} → ${target}`));

    expect(reached.filter((arrow) => !arrow.endsWith("→ ."))).toEqual([]);
  });
});

describe("helpers of tests", () => {
  it("register nothing for all tests when they are loaded, which is once a worker", () => {
    const helpers = globSync([
      "packages/*/test/**/*.ts",
      "test/**/*.ts",
      "packages/*/src/**/fixture.ts",
    ]);

    expect(
      helpers.filter(
        (file) =>
          !file.endsWith(".test.ts") &&
          /^(?:before|after)(?:Each|All)\(/m.test(readFileSync(file, "utf8")),
      ),
    ).toEqual([]);
  });
});

describe("names", () => {
  it("are the field's own, never a drawer for everything", () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc|services?|managers?|types)(\/|\.tsx?$)/;

    expect(
      sources("{packages/*/src,test,bench,demo}/**/*.{ts,tsx}").filter((file) => vague.test(file)),
    ).toEqual([]);
  });

  it("give an index only to a package's public entry", () => {
    const indexes = sources("packages/*/src/**/index.ts");

    expect(
      indexes.filter((file) => !/^packages\/[^/]+\/src\/(index|queue\/index)\.ts$/.test(file)),
    ).toEqual([]);
  });
});
