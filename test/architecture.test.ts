// Checks the structure of the repository: which folder may import which, and names.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, posix } from "node:path";

const sources = (pattern: string) =>
  globSync(pattern).filter((file) => !/\.test\.tsx?$|\/generated\//.test(file));

const isPackage = (specifier: string) =>
  !specifier.startsWith(".") && !specifier.startsWith("#") && !specifier.startsWith("node:");
/** The package name, `@scope/name` or `name`, of a specifier that may include a path. */
const packageName = (specifier: string) =>
  specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");

describe("packages", () => {
  const MAY_USE: Record<string, readonly string[]> = {
    "webhook-verify": [],
    sdk: ["csv-parse", "eventsource-parser", "undici", "zod"],
    // prettier-ignore
    cli: ["@inquirer/password", "@intray/sdk", "@intray/webhook-verify", "@modelcontextprotocol/server", "@oclif/core", "fastest-levenshtein", "hyparquet-writer", "jq-wasm", "undici", "zod"],
    server: [
      "@intray/webhook-verify",
      "@intray/sdk",
      "@aws-sdk/client-s3",
      "@aws-sdk/lib-storage",
      "@hono/node-server",
      "@modelcontextprotocol/server",
      "@zxcvbn-ts/core",
      "@zxcvbn-ts/language-common",
      "altcha-lib",
      "better-sqlite3",
      "disposable-email-domains-js",
      "fastest-levenshtein",
      "handlebars",
      "hono",
      "ipaddr.js",
      "jose",
      "kysely",
      "csv-stringify",
      "htmlparser2",
      "robots-parser",
      "@simplewebauthn/server",
      "otpauth",
      "uqr",
      "negotiator",
      "nodemailer",
      "maxmind",
      "openapi-fetch",
      "openid-client",
      "pg",
      "pino",
      "prom-client",
      "re2js",
      "saxes",
      "temporal-polyfill",
      "idiomorph",
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

  it("keeps the SDK's transport out of the server, and the server out of the other packages", () => {
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

describe("the server's folders", () => {
  const src = "packages/server/src";
  const foldersOf = (parent: string, names: string) =>
    names.split(" ").map((name) => `${parent}/${name}`);
  const STORE_FOLDERS = foldersOf(
    "store",
    "accounts alerts deliveries destinations events files forms idempotency leads mail postgres spam sqlite statistics submissions webhooks",
  );
  const DASHBOARD_PAGES = foldersOf(
    "dashboard",
    "account deliveries email forms inbox overview submission webhooks",
  );
  const DASHBOARD_SHARED = ["dashboard/http", "dashboard/format", "dashboard/layout"];
  const DOMAIN_FOLDERS = foldersOf(
    "domain",
    "account alerts delivery fields mail routing spam submission",
  );
  const API_FOLDERS = foldersOf("api", "attachments deliveries replies submissions webhooks");
  const BASE = ["domain", "domain/*", "platform", "platform/*"];

  const API = [
    ...BASE,
    "bodies",
    "api",
    "api/*",
    "store",
    "store/*",
    "delivery/payload",
    "delivery/template",
  ];

  /** Folder of packages/server/src → the folders it may import; `store/*` means every folder in store/. */
  const MAY_IMPORT: Record<string, readonly string[]> = {
    platform: [],
    "platform/text": [],
    domain: BASE,
    ...Object.fromEntries(DOMAIN_FOLDERS.map((folder) => [folder, BASE])),
    spam: BASE,
    geoip: BASE,
    bodies: BASE,
    attachments: BASE,
    metrics: BASE,
    docs: ["platform", "dashboard/http"],
    "delivery/template": ["domain", "domain/*", "platform"],
    "delivery/payload": ["domain", "domain/*", "delivery/template"],
    "mail/smtp": BASE,
    mail: [...BASE, "delivery/template", "mail/smtp"],
    delivery: [...BASE, "delivery/payload"],
    "store/schema": [],
    "store/migrations": [...BASE, "store/destinations", "store/engine", "store/schema"],
    "store/engine": BASE,
    ...Object.fromEntries(
      STORE_FOLDERS.map((folder) => [folder, [...BASE, "store/engine", "store/*"]]),
    ),
    // Both databases run the reads and writes that store/ collects.
    "store/sqlite": [...BASE, "store", "store/*"],
    "store/postgres": [...BASE, "store", "store/*"],
    store: [...BASE, "store/*"],
    leads: [...BASE, "store", "store/*"],
    outbox: [...BASE, "store", "store/*"],
    "page-looks": [...BASE, "delivery", "store", "store/*"],
    digests: [...BASE, "mail", "store", "store/*"],
    alerts: [...BASE, "mail", "store", "store/*"],
    // The jobs ask the store for rows to delete, then remove the files of those rows.
    housekeeping: ["platform", "store", "attachments"],
    "platform/translations": ["platform"],
    // Submissions are judged by the functions of intake.
    rehearsal: [...BASE, "intake", "intake/*", "leads", "spam", "store", "store/*"],
    "intake/parse": [...BASE, "bodies", "attachments", "store/*"],
    "intake/rules": [...BASE, "intake", "intake/*", "store/*"],
    intake: [...BASE, "bodies", "intake/*", "spam", "leads", "attachments", "store", "store/*"],
    "api/members": BASE,
    "api/mail": [...BASE, "api/http", "delivery/template", "store", "store/*"],
    "api/http": [...BASE, "bodies", "rehearsal", "store", "store/*", "attachments"],
    ...Object.fromEntries(["api", ...API_FOLDERS].map((folder) => [folder, API])),
    // Imported submissions have the fields of posts.
    "api/submissions": [...API, "intake/parse"],
    "dashboard/format": ["domain", "store/*"],
    "dashboard/http": [...BASE, "bodies", "oidc", "dashboard/format", "store", "store/*"],
    "dashboard/layout": [...BASE, "dashboard/http", "dashboard/format"],
    ...Object.fromEntries(
      DASHBOARD_PAGES.map((folder) => [
        folder,
        [...BASE, ...DASHBOARD_SHARED, "dashboard/*", "oidc", "store", "store/*"],
      ]),
    ),
    // Labels and descriptions of the payload formats.
    "dashboard/webhooks": [
      ...BASE,
      ...DASHBOARD_SHARED,
      "dashboard/*",
      "delivery/payload",
      "store",
      "store/*",
    ],
    dashboard: ["domain", "bodies", "dashboard/*"],
    // Agents read and change data through the API.
    mcp: [...BASE, "api/http", "bodies"],
    recipients: [...BASE, "intake", "store", "store/*"],
    oidc: [...BASE, "bodies", "store"],
    config: [
      ...BASE,
      "bodies",
      "attachments",
      "intake",
      "intake/parse",
      "mail",
      "mail/smtp",
      "store",
      "store/*",
    ],
    admin: [
      ...BASE,
      "config",
      "attachments",
      "mail",
      "mail/smtp",
      "store",
      "store/*",
      "admin/doctor",
    ],
    "admin/doctor": [...BASE, "admin", "config", "mail/smtp", "oidc", "store", "store/*"],
  };
  /** Folders that may import every other one, since they connect them. */
  const MAY_IMPORT_ALL = [".", "bootstrap"];

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
      [...folders].filter((folder) => !MAY_IMPORT_ALL.includes(folder) && !(folder in MAY_IMPORT)),
    ).toEqual([]);
  });

  it("have only main.ts next to them", () => {
    expect(sources(`${src}/*.{ts,tsx}`)).toEqual([`${src}/main.ts`]);
  });
});

/** What pages may ask the store itself, see docs/contribute/decisions/dashboard.md#a-client-of-the-api; everything else goes through the API. */
const CALLS = {
  "sign-in":
    "findSession findLogin hasLogin isSignInLink listSessions signInWait touchSession beginSession redeemSignInLink createLoginForSession acceptInvitation changePassword endSession endSessions useSignOnState signInByProvider reserveSignIn refundSignIn renewPasswordHash clearSignInCount",
  "second factors":
    "listSecondFactors listCredentials findPasskey acceptCode addPasskey usePasskey removeFactor setTotpSecret setRecoveryCodes createChallenge useChallenge proveSession",
  "which projects a person has": "firstInaccessible",
  "saved views": "listSavedViews saveView deleteView",
  "audit log": "listAudit listUndo recordAudit recordStranger",
  "programs that wait for a key": "findDeviceLogin denyDeviceLogin",
  figures:
    "accountDays formArrivals accountArrivals accountSources accountAnswers formBoard projectFigures formDays attemptStats fileTotal databaseBytes webhookHealth webhooksNeedingAttention oldestDue countPossibleSpam unansweredCaptchas rejectingForms formsMissingOnPages findPageLook receiverAnswers troubledRecipients lastErrorTexts",
  "names for choices":
    "listFormNames listPeople listUsedTags listWebhookNames listProjects findProject",
  positions: "countStates countSubmissions findNeighbors newestDeliveries secretRotation",
} as const;

it("the dashboard calls the store only for what the API should not offer", () => {
  const called = sources("packages/server/src/dashboard/**/*.{ts,tsx}").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bstore\s*\.(?:reads|writes)\s*\.(\w+)/g)].map(
      (match) => match[1] ?? "",
    ),
  );

  expect([...new Set(called)].toSorted()).toEqual(
    Object.values(CALLS)
      .flatMap((names) => names.split(" "))
      .toSorted(),
  );
});

it("helpers of tests register no hooks when they are loaded, which happens once a worker", () => {
  const helpers = globSync(["packages/*/test/**/*.ts", "test/**/*.ts"]);

  expect(
    helpers.filter(
      (file) =>
        !file.endsWith(".test.ts") &&
        /^(?:before|after)(?:Each|All)\(/m.test(readFileSync(file, "utf8")),
    ),
  ).toEqual([]);
});

describe("names", () => {
  it("are specific: no utils, helpers, common, services or types", () => {
    // The name of a command is its word.
    const vague =
      /(^|\/)(?<!\/commands\/)(utils?|helpers?|common|misc|services?|managers?|types)(\/|\.tsx?$)/;

    expect(
      sources("{packages/*/src,test,bench,demo}/**/*.{ts,tsx}").filter((file) => vague.test(file)),
    ).toEqual([]);
  });

  it("use index.ts only for the public entry of a package", () => {
    const indexes = sources("packages/*/src/**/index.ts");

    expect(
      indexes.filter(
        (file) => !/^packages\/[^/]+\/src\/(index|mcp\/index|queue\/index)\.ts$/.test(file),
      ),
    ).toEqual([]);
  });
});

it("ARCHITECTURE.md names only files that exist", () => {
  const text = readFileSync("ARCHITECTURE.md", "utf8");
  const roots = ["", "packages/server/src/", "packages/cli/src/", "packages/sdk/src/"];
  const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|yaml|json))`/g)].map(
    (match) => match[1] ?? "",
  );

  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((file) => !roots.some((root) => existsSync(root + file)))).toEqual([]);
});

/** Every module specifier that a file imports or exports from, dynamic imports included. */
function imports(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:from\s+|import\s*\(\s*|import\s+)"([^"]+)"/g)].map(
    (match) => match[1] ?? "",
  );
}

/** The file and every file of its package that it imports, directly or indirectly. */
function reach(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const next = imports(file)
    .filter((used) => used.startsWith("."))
    .map((used) => posix.join(dirname(file), used));
  return [file, ...next.flatMap((target) => reach(target, seen))];
}
