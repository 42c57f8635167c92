// Databases that released versions left, migrated by this version and used by its server.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { verify } from "@intray/webhook-verify";
import { sql } from "kysely";
import { useEach } from "../harness/use.ts";
import { dryRun } from "../../packages/server/src/bootstrap/dry-run.ts";
import { startServer } from "../../packages/server/src/bootstrap/server.ts";
import { withWallTime } from "../../packages/server/test/fake-clock.ts";
import { systemClock } from "../../packages/server/src/platform/clock.ts";
import type { Log } from "../../packages/server/src/platform/log.ts";
import { CLAIM_STATE } from "../../packages/server/src/domain/submission/submission-claim-state.ts";
import { parseWebhookSettings } from "../../packages/server/src/domain/delivery/webhook.ts";
import { parseSettings } from "../../packages/server/src/domain/form.ts";
import type { Db } from "../../packages/server/src/store/engine/schema.ts";
import { inspectDatabase } from "../../packages/server/src/store/open-store.ts";
import { migrate, migrationsOf } from "../../packages/server/src/store/migrate.ts";
import type { FreshDatabase } from "../../packages/server/test/database.ts";
import { freshDatabase, isOnPostgres, settingsFor } from "../../packages/server/test/database.ts";
import { describeSchema } from "../../packages/server/test/describe-schema.ts";
import {
  danglingRows,
  loadFixture,
  openBeside,
  tablesOf,
  writtenText,
} from "../../packages/server/test/database-dump.ts";
import { createRows } from "../../packages/server/test/store/rows.ts";
import { isReleasing, releasedVersions } from "../../scripts/release-problems.ts";
import { ACCOUNT_KEY, EMAIL, ENCRYPTION_KEY, FILE, PASSWORD } from "../fixtures/known-values.ts";
import { startReceiver } from "../harness/receiver.ts";
import { startTestServer, testServerOptions } from "../../packages/server/test/test-server.ts";
import { apiOf } from "../harness/api.ts";

/** The key is not there. */
const DKIM = {
  INTRAY_SMTP_URL: "smtp://127.0.0.1:9",
  INTRAY_MAIL_FROM: "forms@example.org",
  INTRAY_MAIL_DKIM_KEY_FILE: "/nowhere.pem",
  INTRAY_MAIL_DKIM_SELECTOR: "intray",
};
const CHANGELOG = await readFile("CHANGELOG.md", "utf8");
/** `release.test.ts` checks that each of them has its fixtures. */
const VERSIONS = releasedVersions(CHANGELOG);
/** The version that this commit releases, if it does. */
const RELEASING = VERSIONS.find((version) => isReleasing(CHANGELOG, version));
const HOUR_MS = 3_600_000;

const started: (() => unknown)[] = [];

describe.each(VERSIONS)("a database of version %s", (version) => {
  const fresh = useEach(() => freshDatabase({ isEmpty: true }));
  const receiver = useEach(startReceiver);
  const db = useEach(async () => {
    await loadFixture(fresh.database, version);
    return await openBeside(fresh.database);
  });
  afterEach(async () => {
    for (const close of started.splice(0).toReversed()) await close();
  });

  it("is migrated to the schema of a fresh database and keeps its rows", async () => {
    const before = await readTables(db);

    await migrate(db);

    expect(await migrationsOf(db)).toMatchObject({ pending: [], unknown: [] });
    expect(await describeSchema(db)).toEqual(await schemaOfFreshDatabase());
    const after = await readTables(db);
    for (const [table, rows] of before) {
      // Nothing reads what the first spam classifier learned.
      if (table === "spam_word") continue;
      const kept = after.get(table) ?? [];
      const shared = Object.keys(rows[0] ?? {}).filter(
        (name) => name in (kept[0] ?? {}) && !["only_one", "project_id"].includes(name),
      );
      // Of the URLs of webhooks the log has the origins now.
      if (table === "delivery") shared.splice(shared.indexOf("url"), 1);
      expect([table, partsOf(kept, shared)]).toEqual([table, partsOf(rows, shared)]);
    }
    expect(
      Object.fromEntries([...before].map(([name, rows]) => [name, rows.length])),
    ).toMatchObject({
      account: 1,
      form: 3,
      submission: 9,
      attachment: 1,
      delivery: 21,
      session: 1,
      spam_training_example: 3,
    });
    const { rows } = createRows(db);
    const forms = await rows("form", ["project_id", "settings"]);
    expect(forms.map(({ project_id }) => project_id)).toEqual([1, 2, 1]);
    expect(parseSettings(forms[1]?.settings ?? "")).toEqual({
      ...parseSettings("{}"),
      allowed_domains: ["example.org"],
      content_blacklist: ["casino"],
      lead_scoring: { enabled: true },
    });
    const webhooks = await rows("webhook", ["settings"]);
    expect(webhooks.map(({ settings }) => parseWebhookSettings(settings).format)).toEqual([
      "json",
      "json",
      "custom",
      "json",
      "json",
    ]);
    const claims = await rows("submission", ["id", "claim_state", "lease_consumer"]);
    expect(claims.filter(({ claim_state }) => claim_state !== 0)).toEqual([
      { id: 7, claim_state: CLAIM_STATE.dead, lease_consumer: null },
      { id: 8, claim_state: CLAIM_STATE.leased, lease_consumer: null },
      { id: 9, claim_state: CLAIM_STATE.leased, lease_consumer: "worker 1" },
    ]);
    expect(await danglingRows(db)).toEqual([]);
  });

  it.runIf(version === RELEASING)(
    "has every migration, since it is the one released now",
    async () => {
      expect(await migrationsOf(db)).toMatchObject({ pending: [], unknown: [] });
    },
  );

  it.each<[RegExp, number, Readonly<Record<string, string>>]>([
    [/does not hold the files/, 1, { INTRAY_ATTACHMENTS_DIR: "elsewhere" }],
    [/another key/, 1, { INTRAY_ENCRYPTION_KEY: "8".repeat(64) }],
    [/INTRAY_HOST/, 78, { INTRAY_HOST: "203.0.113.9" }],
    [/GEOIP_FILE/, 78, { INTRAY_GEOIP_FILE: "/nowhere.mmdb" }],
    [/DKIM_KEY_FILE/, 78, DKIM],
    [/WEBHOOK_ALLOW/, 78, { INTRAY_WEBHOOK_ALLOW: "*.internal" }],
  ])("is as before when its start is refused: %s", async (message, exitCode, over) => {
    await placeFile(db, fresh.folder);
    const { database } = fresh;
    const state = async () => ({
      ...(await inspectDatabase(database)),
      content: database.kind === "sqlite" && (await readFile(database.file)),
    });
    const before = await state();
    const given = testServerOptions({ ...settings(fresh), ...over });
    const printed: string[] = [];

    const rehearsed = await dryRun(given, (line) => printed.push(line));
    await expect(startServer(given)).rejects.toMatchObject({ exitCode, message: message });
    expect([rehearsed, printed[0], printed.at(-1)]).toEqual([
      exitCode,
      /Migrations that would be applied: 0002-/,
      expect.stringMatching(message),
    ]);
    expect(await state()).toEqual(before);
  });

  it("is copied once before its migration, however often that fails, and each step is logged", async () => {
    await placeFile(db, fresh.folder);
    await sql`create table kept_form (id integer)`.execute(db);
    const lines: string[] = [];
    const write = (_: unknown, line: string) => void lines.push(line);
    const log = { debug: write, info: write, warn: write, error: write } as unknown as Log;

    for (const _ of [1, 2]) {
      await expect(startTestServer(settings(fresh), { log })).rejects.toThrow(/cannot be migrated/);
    }

    const copies = (await readdir(fresh.folder)).filter((name) => name.includes(".before-0002-"));
    expect(copies.length).toBe(isOnPostgres ? 0 : 1);
    expect(lines).toContain("Applying the migration 0002-schema.");
    expect(lines.some((line) => line.startsWith("Copied the database"))).toBe(!isOnPostgres);
  });

  it("keeps no URL of a webhook in plain text, deleted ones and answers to repeated requests included", async () => {
    await placeFile(db, fresh.folder);
    const { rows, insert } = createRows(db);
    const before = await rows("webhook", ["id", "url"]);
    const result = JSON.stringify({ url: before[0]?.url });
    const hash = Buffer.alloc(32);
    const key = { scope: "account 1", key_hash: hash, content_hash: hash, created_at: 1 };
    await insert("idempotency_key", { ...key, result });
    await db
      .deleteFrom("webhook")
      .where("id", "=", before[1]?.id ?? 0)
      .execute();
    const urls = before.map(({ url }) => url);
    const shown = async () => {
      const written = await writtenText(fresh.database, db);
      return urls.filter((url) => written.includes(url));
    };
    expect(await shown()).toEqual(urls);

    const server = await startTestServer(settings(fresh));
    started.push(() => server.close({ atOnce: true }));

    expect(await shown()).toEqual([]);
    const list = await apiOf(server.url, ACCOUNT_KEY)<Webhooks>("GET", "/form_webhooks");
    expect(list.form_webhooks.map(({ url }) => url)).toEqual(urls.filter((_, n) => n !== 1));
  });

  it("is served: lists, search, files, claims, sign-in and the deliveries that were open", async () => {
    const newest = (await createRows(db).rows("submission", ["created_at"])).at(-1);
    const open = await openDeliveries(db);
    await placeFile(db, fresh.folder);
    const webhooks = await sendTo(db, receiver.host);

    const server = await serve(fresh, receiver.host, (newest?.created_at ?? 0) + 2 * HOUR_MS);
    const api = apiOf(server.url, ACCOUNT_KEY);
    const list = await api<List>("GET", "/submissions?order_by=date_asc");
    const spam = await api<List>("GET", "/submissions?filter_by=spam&order_by=date_asc");
    const found = await api<List>("GET", "/submissions?query=barbara");
    const file = await api("GET", `/attachments/${(await onlyFile(db)).id}`);
    await vi.waitUntil(async () => (await openDeliveries(db)).length === 0);
    // A claim passes over submissions that another transaction is just changing.
    const claimed = await vi.waitUntil(async () => {
      const { submissions } = await api<List>("POST", "/submissions/claim", {
        limit: 10,
        lease_seconds: 60,
        consumer: "after the upgrade",
      });
      return submissions.length > 0 && submissions;
    });
    const outcomes = await createRows(db).rows("delivery", ["state"], { id: open });
    const secrets = new Map<string, string>();
    for (const id of webhooks) {
      const path = `/form_webhooks/${id}/signing_secret`;
      secrets.set(`/${id}`, (await api<{ signing_secret: string }>("GET", path)).signing_secret);
    }
    const signIn = await fetch(`${server.url}/dashboard/sign-in`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: server.url },
      body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
    });

    expect(list.submissions.map(({ id }) => id)).toEqual([1, 7, 8, 9, 10]);
    expect(spam.submissions.map(({ id }) => id)).toEqual([2, 4, 5]);
    expect(list.submissions[0]).toMatchObject({
      email: "ada@example.org",
      read: true,
      geocoded_city: "Vienna",
    });
    expect(found.submissions.map(({ id }) => id)).toEqual([8]);
    expect(file).toBe(FILE.text);
    expect(claimed.map(({ id }) => id)).toEqual([9, 10]);
    expect(open.length).toBeGreaterThan(1);
    expect(outcomes.map(({ state }) => state)).toEqual(open.map(() => "succeeded"));
    expect(receiver.received.length).toBe(open.length);
    for (const { path, body, headers } of receiver.received) {
      // As the version sent it, so that receivers recognize retries. Since uids exist, they follow.
      const uids = version === "0.1.0" ? "" : "(?:_[\\w-]+)+";
      expect(headers["webhook-id"]).toMatch(
        new RegExp(`^msg_(?:\\d+_${path.slice(1)}|test_\\d+)${uids}$`),
      );
      expect(verify(body, String(headers["x-service-signature"]), secrets.get(path) ?? "")).toBe(
        true,
      );
    }
    expect(signIn.headers.get("location")).toBe("/dashboard");
  });
});

type Webhooks = { readonly form_webhooks: readonly { readonly url: string }[] };
type List = { readonly submissions: readonly { readonly id: number }[] };

type Rows = readonly Readonly<Record<string, unknown>>[];

async function readTables(db: Db): Promise<ReadonlyMap<string, Rows>> {
  const tables = new Map<string, Rows>();
  for (const table of await tablesOf(db)) {
    if (table.startsWith("kysely_")) continue;
    const { rows } = await sql<Rows[number]>`select * from ${sql.table(table)}`.execute(db);
    tables.set(table, rows);
  }
  return tables;
}

/** The columns of all rows, as text, so that they can be sorted. */
const partsOf = (rows: Rows, columns: readonly string[]) =>
  rows.map((row) => JSON.stringify(columns.map((name) => row[name]))).toSorted();

async function schemaOfFreshDatabase() {
  const fresh = await freshDatabase({ isEmpty: true });
  const db = await openBeside(fresh.database);
  await migrate(db);
  const schema = await describeSchema(db);
  await db.destroy();
  await fresh.drop();
  return schema;
}

async function openDeliveries(db: Db): Promise<readonly number[]> {
  const open = { state: ["queued", "delivering"] } as const;
  return (await createRows(db).rows("delivery", ["id"], open)).map(({ id }) => id);
}

const onlyFile = (db: Db) => createRows(db).row("attachment", ["id", "storage_key"]);

async function placeFile(db: Db, folder: string): Promise<void> {
  const { mark } = await db.selectFrom("installation").select("mark").executeTakeFirstOrThrow();
  const files = join(folder, "attachments");
  const file = join(files, (await onlyFile(db)).storage_key);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(join(files, "intray-installation"), mark);
  await writeFile(file, FILE.text);
}

/** Lets every webhook send to the receiver, each to a path of its own. @returns Their ids. */
async function sendTo(db: Db, host: string): Promise<readonly number[]> {
  const { rows, update } = createRows(db);
  const ids = (await rows("webhook", ["id"])).map(({ id }) => id);
  for (const id of ids) await update("webhook", { url: `http://${host}/${id}` }, { id });
  return ids;
}

const settings = (fresh: FreshDatabase) => ({
  ...settingsFor(fresh),
  INTRAY_ENCRYPTION_KEY: ENCRYPTION_KEY,
});

/** A server on the database, at whose start it is `now`. */
async function serve(fresh: FreshDatabase, receiver: string, now: number) {
  const past = systemClock.now() - now;
  const over = { ...settings(fresh), INTRAY_WEBHOOK_ALLOW: receiver };
  const server = await startTestServer(over, {
    clock: withWallTime(() => systemClock.now() - past),
  });
  started.push(() => server.close({ atOnce: true }));
  return server;
}
