// Housekeeping jobs on a real store, with a clock that the test moves.
import { Readable } from "node:stream";
import { sql } from "kysely";
import { useEach } from "../../../../test/harness/use.ts";
import { isOnPostgres } from "../../test/database.ts";
import { insertDelivery, NOW, openJobFixture, runToEnd } from "../../test/job-fixture.ts";
import type { Fixture } from "../../test/fixture.ts";
import { addWebhook, newAttachment, newSubmission } from "../../test/fixture.ts";
import { readDeliveryBody, storeDeliveryBodies } from "../store/deliveries/delivery-bodies.ts";
import { refireDelivery } from "../store/deliveries/refires.ts";
import type { Flag } from "../store/engine/schema.ts";
import { tryMaintenanceLock } from "../store/engine/dialect.ts";
import { getDeliveries } from "../store/deliveries/delivery-log.ts";
import { createJob, createJobs, DAY_MS, type JobParts } from "./jobs.ts";

let fixture: Fixture;
let parts: JobParts;
const jobs = useEach(openJobFixture);
beforeEach(() => {
  ({ fixture, parts } = jobs);
});

describe("the job 'prune logs'", () => {
  const scope = (id: number) => ({ id, account_id: 1 });
  const storeBody = (text: string, now = 1) =>
    storeDeliveryBodies(fixture.db, {
      bodies: [
        {
          submission_id: 1,
          destination_id: 1,
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
    old = await insertDelivery(fixture, 1, "succeeded");
    await storeBody("first");
    await fixture.insert("attempt", { delivery_id: old, outcome: "succeeded" });
  });

  it("keeps the log entry without its attempts and its body", async () => {
    expect(await only(old)).toMatchObject({ pruned_at: null, request: { bytes: 5 } });

    await runToEnd(createJob("prune logs", parts), 1);

    const pruned = { pruned_at: NOW, request: null, attempts: [] };
    expect(await only(old)).toMatchObject({ state: "succeeded", ...pruned });
    expect(await readDeliveryBody(fixture.db, scope(old))).toBeNull();
    expect(await fixture.db.selectFrom("delivery_body").select("webhook_id").execute()).toEqual([]);
  });

  it("keeps newer entries, and a body that a later entry still sends", async () => {
    const later = await insertDelivery(fixture, 1, "queued");
    await runToEnd(createJob("prune logs", { ...parts, logDays: 41 }));
    expect(await only(old)).toMatchObject({ pruned_at: null, attempts: [{ number: 1 }] });

    await runToEnd(createJob("prune logs", parts));

    expect(await only(old)).toMatchObject({ pruned_at: NOW, request: null, attempts: [] });
    expect(await only(later)).toMatchObject({ request: { bytes: 5, rendered_again: false } });
  });

  it("marks the body of a later re-fire as rendered again", async () => {
    await runToEnd(createJob("prune logs", parts));
    const refired = await refireDelivery(fixture.db, { ...scope(old), now: NOW });
    await storeBody("second", NOW + 1);

    const request = { bytes: 6, rendered_again: true };
    expect(await only(refired.id)).toMatchObject({ pruned_at: null, request });
    // The new body is not the body of the old entry.
    expect(await only(old)).toMatchObject({ request: null });
    expect(await readDeliveryBody(fixture.db, scope(old))).toBeNull();
    const body = await readDeliveryBody(fixture.db, scope(refired.id));
    expect(body).toMatchObject({ content_type: "text/plain" });
  });
});

describe("indexSubmissions", () => {
  it("indexes every submission in batches, and continues where it stopped", async () => {
    for (let n = 1; n <= 20; n++) await fixture.accept(newSubmission(n));
    await fixture.db.deleteFrom("submission").where("id", "in", [3, 20]).execute();
    const [index] = createJobs(parts);
    const indexed = async () => (await fixture.rows("search_text", ["id"])).map(({ id }) => id);

    await index?.run(7);
    const first = await indexed();
    const [another] = createJobs(parts);
    if (another !== undefined) await runToEnd(another);

    expect(first).toEqual([1, 2, 4, 5, 6, 7, 8]);
    const others = Array.from({ length: 19 }, (_, n) => n + 1).filter((n) => n !== 3);
    expect(await indexed()).toEqual(others);
    await fixture.db.deleteFrom("submission").execute();
    expect(await indexed()).toEqual([]);
  });

  it.skipIf(isOnPostgres)("removes the trigrams of deleted submissions", async () => {
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

it("keeps the audit log for ever if its setting is 0", async () => {
  const by = {
    account_id: 1,
    actor_kind: "key",
    actor: "First key",
    action: "form.created",
  } as const;
  await fixture.insert("audit", { ...by, at: 1 });

  await runToEnd(createJob("prune audit", { ...parts, auditDays: 0 }));

  expect(await fixture.rows("audit", ["at"])).toEqual([{ at: 1 }]);
});

describe("jobs that delete by age", () => {
  it.each([
    {
      name: "prune audit",
      days: 400,
      add: (at: number) => {
        const by = { account_id: 1, actor_kind: "key", actor: "First key" } as const;
        return fixture.insert("audit", { ...by, at, action: "form.created" });
      },
      kept: async () => (await fixture.rows("audit", ["at"])).map(({ at }) => at),
    },
    {
      name: "prune replies",
      days: 3,
      add: (at: number) => {
        const of = { account_id: 1, form_id: 1, delivery_id: 1 };
        return fixture.insert("mail_reply", { ...of, address: `at${at}@x.org`, allowed_at: at });
      },
      kept: async () =>
        (await fixture.rows("mail_reply", ["allowed_at"])).map((row) => row.allowed_at),
    },
    {
      name: "prune rejected posts",
      days: 30,
      add: (at: number) => {
        const one = {
          form_id: 1,
          reason: "origin",
          count: 1,
          last_at: at,
          examples: "[]",
        } as const;
        return fixture.insert("rejected_post", { ...one, hour: Math.floor((24 * at) / DAY_MS) });
      },
      kept: async () =>
        (await fixture.rows("rejected_post", ["last_at"])).map((row) => row.last_at),
    },
  ] as const)("keep rows for $days days: $name", async ({ name, days, add, kept }) => {
    jobs.clock.advanceTo(500 * DAY_MS);
    const oldest = jobs.clock.now() - days * DAY_MS;
    for (const at of [oldest - 1, oldest + 1]) await add(at);

    await runToEnd(createJob(name, parts), 1);

    expect(await kept()).toEqual([oldest + 1]);
  });

  it("are paused while the clock is in doubt", async () => {
    jobs.clock.stepWall(40 * DAY_MS);

    const paused = [];
    for (const job of createJobs(parts))
      if ((await job.run(job.limit)) === "paused") paused.push(job.name);

    expect(paused).toEqual([
      "cancel unsendable deliveries",
      "remove expired submissions",
      "sweep files",
      "prune logs",
      "prune events",
      "prune idempotency keys",
      "prune replies",
      "prune requests",
      "prune addresses",
      "prune arrivals",
      "prune rejected posts",
      "prune sessions",
      "prune audit",
      "prune undo",
      "tidy first start",
    ]);
  });
});

it("jobs without work are done after one batch", async () => {
  const idle = [createJob("count earlier days", parts), createJob("compact file totals", parts)];

  const batches = [];
  for (const job of idle) batches.push(await runToEnd(job));

  expect(batches).toEqual([1, 1]);
});

describe("the job 'remove expired submissions'", () => {
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
  /** Oldest first, in the order of ids. */
  const CASES: readonly Case[] = [40, 11, 5].flatMap((created) =>
    [created, 1].flatMap((updated) =>
      [1, 2, 3].flatMap((form_id) =>
        Array.from({ length: 16 }, (_, bits) => {
          const flag = (bit: number) => ((bits >> bit) & 1 ? 1 : 0);
          const states = { read: flag(3), spam: flag(2), trash: flag(1) } as const;
          return { form_id, ...states, created, updated, isOpen: flag(0) === 1 };
        }),
      ),
    ),
  );

  /** Form 1 keeps all submissions, form 2 read ones for ten days, form 3 all for ten days. */
  function isKept({ form_id, read, spam, trash, created, updated, isOpen }: Case): boolean {
    const isOldSpamOrTrash = (spam === 1 || trash === 1) && updated > 30;
    const isPastRetention = created > 10 && (form_id === 3 || (form_id === 2 && read === 1));
    return isOpen || !(isOldSpamOrTrash || isPastRetention);
  }

  it("deletes by retention, old spam and old trash, but nothing with an open delivery", async () => {
    const { db } = fixture;
    for (const [n, includesUnread] of FLAGS.entries()) {
      await sql`insert into form (id, account_id, uuid, name, created_at, updated_at,
          retention_days, retention_includes_unread)
        values (${n + 2}, 1, ${`00000000001${n}`}, 'F', 1, 1, 10, ${includesUnread})`.execute(db);
    }
    for (const [n, { created, updated, isOpen, form_id, ...states }] of CASES.entries()) {
      const { id } = await fixture.accept(
        newSubmission(n, { form_id, now: NOW - created * DAY_MS, spam: states.spam }),
      );
      const columns = { ...states, updated_at: NOW - updated * DAY_MS };
      await fixture.update("submission", columns, { id });
      if (isOpen) await insertDelivery(fixture, id, "queued");
    }

    const batches = await runToEnd(createJob("remove expired submissions", parts));

    const left = await fixture.rows("submission", ["id"]);
    const kept = CASES.flatMap((one, n) => (isKept(one) ? [n + 1] : []));
    expect(left.map(({ id }) => id)).toEqual(kept);
    expect(batches).toBeGreaterThan(CASES.length / 3 / 7);
    // A second run at the same time deletes nothing.
    await runToEnd(createJob("remove expired submissions", parts));
    expect(await fixture.rows("submission", ["id"])).toHaveLength(left.length);
  });

  it("leaves the files to the sweep, which removes them in batches", async () => {
    const keys = ["a", "b", "c"].map((digit) => digit.repeat(32));
    for (const [n, storage_key] of keys.entries()) {
      await jobs.files.storage.write(storage_key, Readable.from([Buffer.from("bytes")]));
      const attachment = newAttachment(n, { file_size: 5, storage_key });
      // The last one is not spam.
      const old = { spam: n < 2 ? 1 : 0, now: NOW - 31 * DAY_MS } as const;
      await fixture.accept(newSubmission(n + 1, { ...old, attachments: [attachment] }));
    }

    await runToEnd(createJob("remove expired submissions", parts));
    const beforeSweep = jobs.countFiles();
    const batches = await runToEnd(createJob("sweep files", parts), 1);

    expect([beforeSweep, batches]).toEqual([3, 3]);
    expect(jobs.countFiles()).toBe(1);
    expect(await fixture.db.selectFrom("removed_file").selectAll().execute()).toEqual([]);
  });

  it.runIf(isOnPostgres)("does nothing while another process is deleting", async () => {
    await fixture.accept(newSubmission(1, { spam: 1, now: NOW - 31 * DAY_MS }));

    await fixture.transact(async (other) => {
      expect(await tryMaintenanceLock(other, "expiry")).toBe(true);
      await runToEnd(createJob("remove expired submissions", parts));
    });
    const left = await fixture.rows("submission", ["id"]);
    await runToEnd(createJob("remove expired submissions", parts));

    expect(left).toHaveLength(1);
    expect(await fixture.rows("submission", ["id"])).toEqual([]);
  });
});
