import { Readable } from "node:stream";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isOnPostgres } from "../../test/database.ts";
import {
  insertDelivery,
  type JobFixture,
  NOW,
  openJobFixture,
  runToEnd,
} from "../../test/job-fixture.ts";
import { type Fixture, newSubmission } from "../../test/store-fixture.ts";
import { tryMaintenanceLock } from "../store/engine/dialect.ts";
import type { Flag } from "../store/engine/column-types.ts";
import { createJob, DAY_MS, type JobParts } from "./jobs.ts";

let jobs: JobFixture;
let fixture: Fixture;
let parts: JobParts;
beforeEach(async () => {
  jobs = await openJobFixture();
  ({ fixture, parts } = jobs);
});
afterEach(() => jobs.close());

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

  /** Form 1 keeps all submissions, form 2 read ones for ten days, form 3 all for ten days. */
  function isKept({ form_id, read, spam, trash, created, updated, isOpen }: Case): boolean {
    const isOldSpamOrTrash = (spam === 1 || trash === 1) && updated > 30;
    const isPastRetention = created > 10 && (form_id === 3 || (form_id === 2 && read === 1));
    return isOpen || !(isOldSpamOrTrash || isPastRetention);
  }

  it("deletes by retention, old spam and old trash, but nothing with an open delivery", async () => {
    const { db } = fixture;
    for (const [n, includes_unread] of FLAGS.entries()) {
      await sql`insert into form (id, account_id, uuid, name, created_at, updated_at,
          retention_days, retention_includes_unread)
        values (${n + 2}, 1, ${`00000000001${n}`}, 'F', 1, 1, 10, ${includes_unread})`.execute(db);
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
      if (isOpen) await insertDelivery(fixture, id, "queued");
    }

    const batches = await runToEnd(createJob("remove expired submissions", parts));

    const left = await db.selectFrom("submission").select("id").orderBy("id").execute();
    expect(left.map(({ id }) => id)).toEqual(
      CASES.flatMap((one, n) => (isKept(one) ? [n + 1] : [])),
    );
    expect(batches).toBeGreaterThan(CASES.length / 3 / 7);
    // A second run at the same time deletes nothing.
    await runToEnd(createJob("remove expired submissions", parts));
    expect(await db.selectFrom("submission").select("id").execute()).toHaveLength(left.length);
  });

  it("leaves the files to the sweep, which removes them in batches", async () => {
    const keys = ["a", "b", "c"].map((digit) => digit.repeat(32));
    for (const [n, storage_key] of keys.entries()) {
      await jobs.files.storage.write(storage_key, Readable.from([Buffer.from("bytes")]));
      const attachment = {
        name: "a.txt",
        form_name: "file",
        content_type: "text/plain",
        file_size: 5,
        sha256: "0".repeat(64),
        storage_key,
        public_token: `token${n}`,
      };
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

    await fixture.db.transaction().execute(async (other) => {
      expect(await tryMaintenanceLock(other, "expiry")).toBe(true);
      await runToEnd(createJob("remove expired submissions", parts));
    });
    const left = await fixture.db.selectFrom("submission").select("id").execute();
    await runToEnd(createJob("remove expired submissions", parts));

    expect(left).toHaveLength(1);
    expect(await fixture.db.selectFrom("submission").select("id").execute()).toEqual([]);
  });
});
