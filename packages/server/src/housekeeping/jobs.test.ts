// Every job on a real store and a real folder, with time that a test moves.
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allSettled, isOnPostgres } from "../../test/database.ts";
import { createFakeClock, type FakeClock } from "../../test/fake-clock.ts";
import {
  addWebhook,
  type Fixture,
  FIXTURE_KEYS,
  newSubmission,
  openFixture,
} from "../../test/store-fixture.ts";
import { MARKER } from "../attachments/installation-marker.ts";
import { systemClock } from "../platform/clock.ts";
import { type Files, openFiles } from "../bootstrap/files-wiring.ts";
import { systemRandom } from "../platform/random.ts";
import { createIds } from "../domain/ids.ts";
import { silentLog } from "../platform/log.ts";
import { readDeliveryBody, storeDeliveryBodies } from "../store/deliveries/delivery-bodies.ts";
import { refireDelivery } from "../store/deliveries/deliveries.ts";
import { getDeliveries } from "../store/deliveries/delivery-log.ts";
import { tryMaintenanceLock } from "../store/engine/dialect.ts";
import type { Flag } from "../store/engine/schema.ts";
import { openStore } from "../store/open-store.ts";
import { type Store } from "../store/store.ts";
import { countEarlierDays } from "./count-earlier-days.ts";
import { compactFileTotals } from "./fold-file-totals.ts";
import { DAY_MS, type Job, type JobParts } from "./job.ts";
import { createJobs } from "./jobs.ts";
import { pruneAudit } from "./prune-audit.ts";
import { pruneLogs } from "./prune-logs.ts";
import { removeExpired } from "./remove-expired.ts";
import { sweepFiles } from "./sweep-files.ts";

const NOW = 100 * DAY_MS;

let fixture: Fixture;
let store: Store;
let clock: FakeClock;
let folder: string;
let files: Files;
let parts: JobParts;
beforeEach(async () => {
  fixture = await openFixture();
  clock = createFakeClock(NOW);
  folder = await mkdtemp(join(tmpdir(), "intray-upkeep-"));
  store = await openStore({
    database: fixture.database,
    encryptionKeys: FIXTURE_KEYS,
    clock: systemClock,
    log: silentLog,
    onDeath: (error) => {
      throw error;
    },
    onDue: () => undefined,
  });
  files = await openFiles({
    config: {
      attachments: { kind: "disk", folder, minFreeBytes: 0 },
      database: fixture.database,
    },
    store,
    clock,
    ids: createIds(systemRandom),
    log: silentLog,
  });
  const { removeDeleted, sweepOrphans } = files;
  const days = { spamDays: 30, trashDays: 30, logDays: 30 };
  parts = { store, removeDeleted, sweepOrphans, clock, log: silentLog, ...days };
});
afterEach(async () => {
  files.close();
  await store.close();
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

/** Until the job says that it is done; the number of its batches. */
async function round(job: Job, limit = 7): Promise<number> {
  for (let batches = 1; ; batches++) if ((await job.run(limit)) === "done") return batches;
}

const filesOnDisk = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== MARKER,
  );

async function queue(submission_id: number, state: string): Promise<number> {
  const isOpen = state === "queued";
  const { id } = await fixture.db
    .insertInto("delivery")
    .values({
      account_id: 1,
      form_id: 1,
      submission_id,
      webhook_id: 1,
      webhook_name: "W",
      url: "http://127.0.0.1:9/",
      trigger: "refire",
      state: state as "queued",
      reason: null,
      claims: isOpen ? 0 : 1,
      next_attempt_at: isOpen ? 1 : null,
      lease_token: null,
      lease_expires_at: null,
      created_at: 1,
      finished_at: isOpen ? null : NOW - 40 * DAY_MS,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

describe("expired submissions", () => {
  interface Case {
    readonly form_id: number;
    readonly read: Flag;
    readonly spam: Flag;
    readonly trash: Flag;
    /** Days ago. */
    readonly created: number;
    readonly updated: number;
    readonly isOpen: boolean;
  }
  const FLAGS = [0, 1] as const;
  /** The oldest first, as ids are given. */
  const CASES: readonly Case[] = [40, 11, 5].flatMap((created) =>
    [created, 1].flatMap((updated) =>
      [1, 2, 3].flatMap((form_id) =>
        FLAGS.flatMap((read) =>
          FLAGS.flatMap((spam) =>
            FLAGS.flatMap((trash) =>
              [false, true].map((isOpen) => ({
                form_id,
                read,
                spam,
                trash,
                created,
                updated,
                isOpen,
              })),
            ),
          ),
        ),
      ),
    ),
  );

  /** Form 1 keeps all, form 2 ten days of what was read, form 3 ten days of everything. */
  function isKept({ form_id, read, spam, trash, created, updated, isOpen }: Case): boolean {
    const isTooLongMarked = (spam === 1 || trash === 1) && updated > 30;
    const isPastRetention = created > 10 && (form_id === 3 || (form_id === 2 && read === 1));
    return isOpen || !(isTooLongMarked || isPastRetention);
  }

  it("go by retention, as spam and from the trash, and never while a delivery is open", async () => {
    const { db } = fixture;
    for (const [n, includes_unread] of FLAGS.entries()) {
      await sql`insert into form (id, account_id, uuid, name, timezone, honeypot_field, duplicate_filter,
          allowed_domains, blocked_domains, content_blacklist, lead_scoring, created_at, updated_at,
          retention_days, retention_includes_unread)
        values (${n + 2}, 1, ${`00000000001${n}`}, 'F', 'UTC', '-', 0, '[]', '[]', '[]', '{}', 1, 1,
          10, ${includes_unread})`.execute(db);
    }
    for (const [n, { created, updated, isOpen, form_id, ...states }] of CASES.entries()) {
      const { id } = await fixture.accept(
        newSubmission(n, { form_id, now: NOW - created * DAY_MS, spam: states.spam }),
      );
      await db
        .updateTable("submission")
        .set({ ...states, updated_at: NOW - updated * DAY_MS })
        .where("id", "=", id)
        .execute();
      if (isOpen) await queue(id, "queued");
    }

    const batches = await round(removeExpired(parts));

    const left = await db.selectFrom("submission").select("id").orderBy("id").execute();
    expect(left.map(({ id }) => id)).toEqual(
      CASES.flatMap((one, n) => (isKept(one) ? [n + 1] : [])),
    );
    expect(batches).toBeGreaterThan(CASES.length / 3 / 7);
    // Nothing more goes until time goes on; then what only its age kept.
    await round(removeExpired(parts));
    expect(await db.selectFrom("submission").select("id").execute()).toHaveLength(left.length);
  });

  it("leave their files to the sweep, which takes them by the batch", async () => {
    const keys = ["a", "b", "c"].map((digit) => digit.repeat(32));
    for (const [n, storage_key] of keys.entries()) {
      await files.storage.write(storage_key, Readable.from([Buffer.from("bytes")]));
      const attachment = {
        name: "a.txt",
        form_name: "file",
        content_type: "text/plain",
        file_size: 5,
        sha256: "0".repeat(64),
        storage_key,
        public_token: `token${n}`,
      };
      // The last one is no spam.
      const old = { spam: n < 2 ? 1 : 0, now: NOW - 31 * DAY_MS } as const;
      await fixture.accept(newSubmission(n + 1, { ...old, attachments: [attachment] }));
    }

    await round(removeExpired(parts));
    const whileRemembered = filesOnDisk().length;
    const batches = await round(sweepFiles(parts), 1);

    expect([whileRemembered, batches]).toEqual([3, 3]);
    expect(filesOnDisk()).toHaveLength(1);
    expect(await fixture.db.selectFrom("removed_file").selectAll().execute()).toEqual([]);
  });

  it.runIf(isOnPostgres)("are left to the process that is at it already", async () => {
    await fixture.accept(newSubmission(1, { spam: 1, now: NOW - 31 * DAY_MS }));

    await fixture.db.transaction().execute(async (other) => {
      expect(await tryMaintenanceLock(other, "expiry")).toBe(true);
      await round(removeExpired(parts));
    });
    const left = await fixture.db.selectFrom("submission").select("id").execute();
    await round(removeExpired(parts));

    expect(left).toHaveLength(1);
    expect(await fixture.db.selectFrom("submission").select("id").execute()).toEqual([]);
  });
});

describe("the log with age", () => {
  const scope = (id: number) => ({ id, account_id: 1 });
  const keepBody = (text: string, now = 1) =>
    storeDeliveryBodies(fixture.db, {
      bodies: [
        {
          submission_id: 1,
          webhook_id: 1,
          content_type: "text/plain",
          body: Buffer.from(text),
          sha256: Buffer.alloc(32),
        },
      ],
      now,
    });
  const only = async (id: number) => (await getDeliveries(fixture.db, { ids: [id] }))[0];
  let old = 0;
  beforeEach(async () => {
    await addWebhook(fixture);
    await fixture.accept(newSubmission(1, { spam: 1 }));
    old = await queue(1, "succeeded");
    await keepBody("first");
    await sql`insert into attempt (delivery_id, number, started_at, duration_ms, outcome)
      values (${old}, 1, 1, 1, 'succeeded')`.execute(fixture.db);
  });

  it("keeps the entry, without its attempts and its bytes", async () => {
    expect(await only(old)).toMatchObject({ pruned_at: null, request: { bytes: 5 } });

    await round(pruneLogs(parts), 1);

    expect(await only(old)).toMatchObject({
      state: "succeeded",
      pruned_at: NOW,
      request: null,
      attempts: [],
    });
    expect(await readDeliveryBody(fixture.db, scope(old))).toBeNull();
    expect(await fixture.db.selectFrom("delivery_body").select("webhook_id").execute()).toEqual([]);
  });

  it("keeps what is not old enough, and bytes that a later entry still sends", async () => {
    const later = await queue(1, "queued");
    await round(pruneLogs({ ...parts, logDays: 41 }));
    expect(await only(old)).toMatchObject({ pruned_at: null, attempts: [{ number: 1 }] });

    await round(pruneLogs(parts));

    expect(await only(old)).toMatchObject({ pruned_at: NOW, request: null, attempts: [] });
    expect(await only(later)).toMatchObject({ request: { bytes: 5, rendered_again: false } });
  });

  it("says of a later re-fire that its bytes were rendered again", async () => {
    await round(pruneLogs(parts));
    const refired = await refireDelivery(fixture.db, { ...scope(old), now: NOW });
    await keepBody("second", NOW + 1);

    expect(await only(refired.id)).toMatchObject({
      pruned_at: null,
      request: { bytes: 6, rendered_again: true },
    });
    // What it sends is not what the old one sent.
    expect(await only(old)).toMatchObject({ request: null });
    expect(await readDeliveryBody(fixture.db, scope(old))).toBeNull();
    expect(await readDeliveryBody(fixture.db, scope(refired.id))).toMatchObject({
      content_type: "text/plain",
    });
  });
});

describe("the search's index", () => {
  it("takes in every submission in batches, and goes on where it stopped", async () => {
    for (let n = 1; n <= 20; n++) await fixture.accept(newSubmission(n));
    await fixture.db.deleteFrom("submission").where("id", "in", [3, 20]).execute();
    await allSettled(fixture.db);
    const [index] = createJobs(parts);
    const indexed = async () =>
      (await fixture.db.selectFrom("search_text").select("id").orderBy("id").execute()).map(
        ({ id }) => id,
      );

    await index?.run(7);
    const first = await indexed();
    const [another] = createJobs(parts);
    if (another !== undefined) await round(another);

    expect(first).toEqual([1, 2, 4, 5, 6, 7, 8]);
    expect(await indexed()).toEqual(
      Array.from({ length: 19 }, (_, n) => n + 1).filter((n) => n !== 3),
    );
    await fixture.db.deleteFrom("submission").execute();
    expect(await indexed()).toEqual([]);
  });

  it.skipIf(isOnPostgres)("forgets the trigrams of what is deleted", async () => {
    const [index] = createJobs(parts);
    await fixture.accept(newSubmission(1));
    await index?.run(7);
    const found = () =>
      fixture.sqlite
        .prepare("select rowid from search_index where search_index match '\"num\"'")
        .all();
    const before = found();

    await fixture.db.deleteFrom("submission").execute();

    expect([before, found()]).toEqual([[{ rowid: 1 }], []]);
  });
});

describe("the audit", () => {
  it("is kept for 400 days", async () => {
    clock.leap(500 * DAY_MS);
    for (const at of [99, 100, 101].map((day) => day * DAY_MS)) {
      await fixture.db
        .insertInto("audit")
        .values({
          account_id: 1,
          at,
          actor_kind: "key",
          actor: "First key",
          ip: null,
          action: "form.created",
          subject_kind: null,
          subject_id: null,
          subject: null,
          detail: null,
        })
        .execute();
    }

    await round(pruneAudit(parts), 1);

    const left = await fixture.db.selectFrom("audit").select("at").orderBy("id").execute();
    expect(left.map(({ at }) => at / DAY_MS)).toEqual([100, 101]);
  });
});

describe("figures", () => {
  it("of earlier days are done after one look, and totals after one fold", async () => {
    const jobs = [countEarlierDays(parts), compactFileTotals(parts)];

    const batches = [];
    for (const job of jobs) batches.push(await round(job));

    expect(batches).toEqual([1, 1]);
  });
});
