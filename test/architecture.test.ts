// Holds the import table: who may know whom.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { describe, expect, it } from "vitest";

const sources = (pattern: string) =>
  globSync(pattern).filter((file) => !/\.test\.tsx?$|\/generated\//.test(file));

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

describe("the server's rooms", () => {
  const src = "packages/server/src";
  const STORE_ROOMS = [
    "accounts",
    "deliveries",
    "events",
    "files",
    "forms",
    "idempotency",
    "leads",
    "postgres",
    "spam",
    "sqlite",
    "submissions",
    "webhooks",
  ].map((room) => `store/${room}`);
  const DASHBOARD_PAGES = [
    "account",
    "deliveries",
    "forms",
    "inbox",
    "overview",
    "submission",
    "webhooks",
  ].map((room) => `dashboard/${room}`);
  const DASHBOARD_SHARED = ["dashboard/http", "dashboard/format", "dashboard/layout"];
  const BASE = ["domain", "platform"];

  /** Folder of packages/server/src → the folders it may import. `store/*` stands for every room of the store. */
  const MAY_IMPORT: Record<string, readonly string[]> = {
    platform: [],
    domain: ["platform"],
    spam: BASE,
    geoip: BASE,
    attachments: BASE,
    metrics: BASE,
    docs: [],
    "delivery/template": ["domain"],
    "delivery/payload": ["domain", "delivery/template"],
    delivery: BASE,
    "store/migrations": [],
    "store/engine": BASE,
    ...Object.fromEntries(STORE_ROOMS.map((room) => [room, [...BASE, "store/engine", "store/*"]])),
    // Both databases run the reads and writes that store/ collects.
    "store/sqlite": [...BASE, "store", "store/*"],
    "store/postgres": [...BASE, "store", "store/*"],
    store: [...BASE, "store/*"],
    leads: [...BASE, "store", "store/*"],
    outbox: [...BASE, "store", "store/*"],
    // The jobs ask the store for rows to delete, then remove the files of those rows.
    housekeeping: ["platform", "store", "attachments"],
    "intake/texts": [],
    intake: [...BASE, "intake/texts", "spam", "leads", "attachments", "store", "store/*"],
    "api/http": [...BASE, "store", "store/*", "attachments"],
    api: [...BASE, "api/http", "store", "store/*", "delivery/payload", "delivery/template"],
    // Pages read and change data through the API; the store only answers who is signed in.
    "dashboard/format": ["domain", "store/*"],
    "dashboard/http": [...BASE, "store", "store/*"],
    "dashboard/layout": [...BASE, "dashboard/http", "dashboard/format"],
    ...Object.fromEntries(
      DASHBOARD_PAGES.map((room) => [
        room,
        [...BASE, ...DASHBOARD_SHARED, "dashboard/*", "store", "store/*"],
      ]),
    ),
    dashboard: ["domain", "dashboard/*"],
    config: [...BASE, "attachments", "intake", "store", "store/*"],
    admin: [...BASE, "config", "attachments", "store", "store/*"],
  };
  /** Join the rooms, and may import every one. */
  const JOINS_ALL = [".", "bootstrap"];

  const folderOf = (file: string) => posix.relative(src, dirname(file)) || ".";
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

    expect(
      [...folders].filter((folder) => !JOINS_ALL.includes(folder) && !(folder in MAY_IMPORT)),
    ).toEqual([]);
  });

  it("leave only main.ts beside them", () => {
    expect(sources(`${src}/*.{ts,tsx}`)).toEqual([`${src}/main.ts`]);
  });
});

describe("imports", () => {
  it.each(["server", "cli", "sdk", "webhook-verify"])("form no cycle in %s", (name) => {
    const files = sources(`packages/${name}/src/**/*.{ts,tsx}`);

    expect(cycles(files)).toEqual([]);
  });
});

/** Every group of files that reach one another by imports, type-only imports included. */
function cycles(files: readonly string[]): string[][] {
  const known = new Set(files);
  const graph = new Map(
    files.map((file) => [
      file,
      imports(file)
        .filter((used) => used.startsWith("."))
        .map((used) => posix.join(dirname(file), used))
        .filter((target) => known.has(target)),
    ]),
  );
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const found: string[][] = [];
  // Tarjan's algorithm: a file whose lowest reachable file on the path is itself closes a group.
  function visit(file: string): void {
    order.set(file, order.size);
    lowest.set(file, order.get(file) ?? 0);
    path.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (!path.includes(target)) continue;
      lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(target) ?? 0));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = path.splice(path.indexOf(file));
    if (group.length > 1) found.push(group.toSorted());
  }
  for (const file of files) if (!order.has(file)) visit(file);
  return found;
}

describe("sizes", () => {
  const MAX_FILES_IN_FOLDER = 30;

  it("keep every folder's listing short enough to read", () => {
    const counts = Map.groupBy(
      sources("{packages/*/{src,test},test,bench,demo}/**/*.{ts,tsx}"),
      dirname,
    );

    expect(
      [...counts]
        .filter(([, files]) => files.length > MAX_FILES_IN_FOLDER)
        .map(([folder]) => folder),
    ).toEqual([]);
  });
});

describe("helpers of tests", () => {
  it("register nothing for all tests when they are loaded, which is once a worker", () => {
    const helpers = globSync(["packages/*/test/**/*.ts", "test/**/*.ts"]);

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

describe("ARCHITECTURE.md", () => {
  it("names only files that exist", () => {
    const text = readFileSync("ARCHITECTURE.md", "utf8");
    const roots = ["", "packages/server/src/", "packages/cli/src/", "packages/sdk/src/"];
    const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|yaml|json))`/g)].map(
      (match) => match[1] ?? "",
    );

    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((file) => !roots.some((root) => existsSync(root + file)))).toEqual([]);
  });
});
