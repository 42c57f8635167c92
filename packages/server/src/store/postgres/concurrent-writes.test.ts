// Batches and counters while several processes write. A database that goes away: test/faults/postgres-outages.test.ts.
import { sql } from "kysely";
import { addWebhook, newSubmission, newAttachment } from "../../../test/fixture.ts";
import { mergeCounters } from "./counter-merging.ts";
import { usePeerStores } from "../../../test/peer-stores.ts";

const NOW = 1_000_000;

const { fixture, open } = usePeerStores();

describe("a batch", () => {
  it("fails only the bad post, and takes no other for its own duplicate", async () => {
    const store = await open();

    const accepted = await Promise.allSettled([
      store.accept(newSubmission(1)),
      store.accept(newSubmission(2, { form_id: 99 })),
      store.accept(newSubmission(3)),
      store.accept(newSubmission(1)),
    ]);

    expect(accepted).toMatchObject([
      { value: { spam: false } },
      { reason: { code: "not_found" } },
      { value: { spam: false } },
      { value: { spam: true } },
    ]);
  });

  it("gives each post its own row, files and deliveries, whatever the batch size", async () => {
    await addWebhook(fixture);
    const store = await open();
    const posts = Array.from({ length: 300 }, (_, n) =>
      newSubmission(n, {
        attachments: n % 7 === 0 ? [newAttachment(n, { name: `file ${n}` })] : [],
      }),
    );

    const accepted = await Promise.all(posts.map((post) => store.accept(post)));

    const rows = await fixture.db
      .selectFrom("submission")
      .leftJoin("attachment", "attachment.submission_id", "submission.id")
      .leftJoin("delivery", "delivery.submission_id", "submission.id")
      .select(["submission.id", "email", "attachment.name as file", "delivery.state"])
      .orderBy("submission.id")
      .execute();
    expect(rows).toEqual(
      accepted
        .map(({ id }, n) => ({
          id,
          email: `person${n}@example.org`,
          file: n % 7 === 0 ? `file ${n}` : null,
          state: "queued",
        }))
        .toSorted((a, b) => a.id - b.id),
    );
  });
});

it("counters agree with the rows while they are merged under load", async () => {
  const store = await open();
  const scope = { account_id: 1 };
  const work = Array.from({ length: 60 }, async (_, n) => {
    const { id } = await store.accept(newSubmission(n));
    if (n % 3 === 0) {
      await store.writes.updateSubmission({ id, ...scope, change: { read: true }, now: NOW });
    }
    if (n % 10 === 0) await store.writes.deleteSubmission({ id, ...scope, now: NOW });
    if (n % 5 === 0) await mergeCounters(fixture.db);
  });
  await Promise.all(work);
  await Promise.all([mergeCounters(fixture.db), mergeCounters(fixture.db)]);
  await mergeCounters(fixture.db);

  const counts = await store.reads.countStates({ ...scope, now: 1 });
  const { rows } = await sql<{
    cells: number;
  }>`select count(*) as cells from submission_count`.execute(fixture.db);

  expect(counts).toMatchObject({
    inbox_count: 54,
    unread_count: 36,
    spam_count: 0,
    trash_count: 0,
  });
  expect(rows).toEqual([{ cells: 2 }]);
});

it("a change is not lost if another one comes at the same time", async () => {
  const store = await open();
  const { id } = await store.accept(newSubmission(1));
  const change = (what: object) =>
    store.writes.updateSubmission({ id, account_id: 1, change: what, now: NOW });

  await Promise.all([change({ read: true }), change({ spam: true }), change({ trash: true })]);

  expect(await store.reads.getSubmission({ id, account_id: 1 })).toMatchObject({
    read: 1,
    spam: 1,
    trash: 1,
  });
});
