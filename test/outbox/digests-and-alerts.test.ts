// Digests and alerts by several processes, of which some are killed: two on PostgreSQL, one on SQLite.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useEach } from "../harness/use.ts";
import type { Program } from "../../demo/program.ts";
import { freshDatabase, isOnPostgres, settingsFor } from "../../packages/server/test/database.ts";
import { startRelay } from "../../packages/server/test/mail/relay.ts";
import { startServerProgram } from "../harness/server-program.ts";
import { openBeside } from "../../packages/server/test/database-dump.ts";
import type { Db } from "../../packages/server/src/store/engine/schema.ts";
import { apiOf } from "../harness/api.ts";

const KEY = "digests-test-key-digests-test-key-digests-test-key";
const PROCESSES = isOnPostgres ? 2 : 1;
/** Each has a digest that is due, and a webhook that has failed for so long that an alert is due. */
const FORMS = 12;
const FAILING_MS = 3_600_000;
/** Leases of a killed process end, and others look for alerts every 15 s. */
const PATIENCE = { interval: 20 };

let db: Db;
let servers: { readonly program: Program; readonly url: string }[];
const fresh = useEach(freshDatabase);
const relay = useEach(startRelay);
beforeEach(async () => {
  db = await openBeside(fresh.database);
  servers = [];
  while (servers.length < PROCESSES) await start();
  await db
    .insertInto("login")
    .values({
      account_id: 1,
      email: "ada@example.org",
      password_hash: "-",
      created_at: 1,
      updated_at: 1,
    })
    .execute();
});
afterEach(async () => {
  await Promise.all(servers.map(({ program }) => program.stop("SIGKILL")));
  await db.destroy();
});

async function start(): Promise<void> {
  const program = startServerProgram({
    ...settingsFor(fresh),
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
    INTRAY_SMTP_URL: relay.url,
    INTRAY_MAIL_FROM: "forms@intray.test",
    INTRAY_MAIL_CONFIRM: "false",
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1:9",
    INTRAY_RETRY_SCHEDULE: Array(15).fill("1s").join(","),
  });
  const url = await program.url();
  servers.push({ program, url });
}

/** Kills the oldest process, and starts another one. */
async function killOldest(): Promise<void> {
  await servers.shift()?.program.stop("SIGKILL");
  await start();
}

/** Makes the forms, whose digests and alerts are due at the same moment. */
async function makeDue(): Promise<void> {
  const url = servers[0]?.url ?? "";
  const api = apiOf(url, KEY);
  for (let n = 1; n <= FORMS; n += 1) {
    const { id, uuid } = await api<{ id: number; uuid: string }>("POST", "/forms", {
      name: `Form ${n}`,
      notification_emails: "carl@example.org",
      notification_schedule: "daily",
    });
    const body = new URLSearchParams({ message: `Message to form ${n}` });
    expect((await fetch(`${url}/f/${uuid}.json`, { method: "POST", body })).status).toBe(200);
    // After the post, so that nothing is sent to it.
    const webhook = { form_id: id, name: `Webhook ${n}`, url: "http://127.0.0.1:9/" };
    await api("POST", "/form_webhooks", webhook);
  }
  const now = Date.now();
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("digest")
      .set(({ eb }) => ({ due_at: now, planned_at: now - 1, version: eb("version", "+", 1) }))
      .execute();
    await transaction
      .updateTable("webhook")
      .set({ failing_since: now - FAILING_MS })
      .where("kind", "=", "webhook")
      .execute();
  });
}

/** The messages that the relay has received of a kind, by their subjects. */
const received = (kind: "digest" | "alert") => {
  const subject =
    kind === "digest" ? /^Subject: (Form \d+): 1 new/m : /^Subject: Webhook fails: (.*)\r$/m;
  return relay.messages.flatMap(({ raw }) => {
    const [, about] = subject.exec(raw.toString()) ?? [];
    return about === undefined ? [] : [{ about, raw: raw.toString("latin1") }];
  });
};
const firstOf = (kind: "digest" | "alert") =>
  vi.waitUntil(() => received(kind).length > 0, PATIENCE);

/** The deliveries of a kind by their states, once there are `count` and all have ended. */
async function ended(trigger: "digest" | "alert", count: number): Promise<readonly string[]> {
  return vi.waitFor(async () => {
    const rows = await db
      .selectFrom("delivery")
      .select("state")
      .where("trigger", "=", trigger)
      .execute();
    const states = rows.map(({ state }) => state);
    expect(states.filter((state) => state !== "queued" && state !== "delivering")).toHaveLength(
      Math.max(count, states.length),
    );
    return states;
  }, PATIENCE);
}

/** A digest for each form, and one message about all webhooks that fail. */
const ALL_SUCCEEDED = [Array<string>(FORMS).fill("succeeded"), ["succeeded"]];
/** One webhook by its name, and the number of the others. */
const ALL_FAIL = new RegExp(`^Webhook \\d+ \\(\\+${FORMS - 1}\\)$`);

it.runIf(isOnPostgres)(
  "two processes send each digest and each alert once",
  { timeout: 120_000 },
  async () => {
    await makeDue();

    const states = [await ended("digest", FORMS), await ended("alert", 1)];

    expect(states).toEqual(ALL_SUCCEEDED);
    expect(new Set(received("digest").map(({ about }) => about)).size).toBe(FORMS);
    expect(received("alert").map(({ about }) => about)).toEqual([expect.stringMatching(ALL_FAIL)]);
    expect(relay.messages).toHaveLength(FORMS + 1);
  },
);

it(
  "after kills each is sent once, or the same message is repeated",
  { timeout: 150_000 },
  async () => {
    await makeDue();

    await firstOf("digest");
    await killOldest();
    await firstOf("alert");
    await killOldest();
    const states = [await ended("digest", FORMS), await ended("alert", 1)];

    expect(states).toEqual(ALL_SUCCEEDED);
    for (const kind of ["digest", "alert"] as const) {
      const count = kind === "digest" ? FORMS : 1;
      const different = new Set(received(kind).map(({ raw }) => raw));
      expect(new Set(received(kind).map(({ about }) => about)).size).toBe(count);
      expect(different.size).toBe(count);
    }
    expect(received("alert")[0]?.about).toMatch(ALL_FAIL);
  },
);
