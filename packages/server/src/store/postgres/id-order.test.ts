// What readers see while several processes commit ids in another order than they took them.
import { sql } from "kysely";
import pg from "pg";
import { beginPost, usePeerStores } from "../../../test/peer-stores.ts";
import { linesOf, readPage } from "../../../test/store/events.ts";
import { newSubmission } from "../../../test/fixture.ts";
import { UNFILTERED } from "../../domain/submission/submission-filter.ts";
import { longOpenIds } from "../engine/id-order.ts";
import { newestEventPosition } from "../events/events.ts";
import type { Store } from "../store.ts";
import { listSubmissions } from "../submissions/submission-list.ts";
import { updateSubmission } from "../submissions/submissions.ts";

const NOW = 1_000_000;

const { fixture, open } = usePeerStores();

describe("ascending lists", () => {
  const page = { ...UNFILTERED, account_id: 1, limit: 10, offset: 0 } as const;
  const idsOf = async (store: Store, order: "date_asc" | "date_desc") =>
    (await store.reads.listSubmissions({ ...page, order })).map((record) => record.id);

  it("omit ids above a row that is not committed yet", async () => {
    const store = await open();
    const slow = await beginPost(fixture.db);
    const { id } = await store.accept(newSubmission(1));

    const before = [await idsOf(store, "date_asc"), await idsOf(store, "date_desc")];
    await slow.commit().execute();
    const after = await idsOf(store, "date_asc");

    expect(before).toEqual([[], [id]]);
    expect(after).toEqual([id - 1, id]);
  });

  it("show the rest once the process with an open batch has died", async () => {
    const store = await open();
    const dying = await connect();
    await dying.query("begin");
    await dying.query("select allocate_submission_ids(5)");
    const { id } = await store.accept(newSubmission(1));

    const before = await idsOf(store, "date_asc");
    const found = await longOpenIds(fixture.db, { openForS: 0 });
    const ofAMinute = await longOpenIds(fixture.db, { openForS: 60 });
    await sql`select pg_terminate_backend(pid, 10000) from open_id`.execute(fixture.db);

    expect(before).toEqual([]);
    expect(found).toMatchObject([{ table_name: "submission", lowest: 1 }]);
    expect(ofAMinute).toEqual([]);
    expect(await idsOf(store, "date_asc")).toEqual([id]);
    await dying.end();
  });

  it("are not delayed by a long transaction that takes no ids, as of a report or a dump", async () => {
    const store = await open();
    const other = await connect();
    await other.query("begin isolation level repeatable read");
    await other.query("create table report as select count(*) from submission");

    const { id } = await store.accept(newSubmission(1));
    await store.writes.updateSubmission({ id, account_id: 1, change: { read: true }, now: NOW });
    const listed = await idsOf(store, "date_asc");
    const events = await store.reads.readEvents({
      account_id: 1,
      form_id: undefined,
      after: { submission: 0, event: 0 },
    });
    await other.end();

    expect(listed).toEqual([id]);
    expect(events).toMatchObject({ events: [{}, {}], isWaiting: false });
  });

  it("show every post to a client that paginates while several processes store posts", async () => {
    const stores = [await open(), await open()];
    const scope = {
      ...UNFILTERED,
      account_id: 1,
      order: "date_asc",
      limit: 1_000,
      offset: 0,
    } as const;
    const walked: number[] = [];
    const walk = async () => {
      const next = await listSubmissions(fixture.db, { ...scope, after_id: walked.at(-1) });
      walked.push(...next.map(({ id }) => id));
      return next.length;
    };
    const posting = new AbortController();
    const walking = (async () => {
      while (!posting.signal.aborted) await walk();
    })();

    const posts = Array.from({ length: 3_000 }, async (_, n) =>
      stores[n % 2]?.accept(newSubmission(n, { duplicate_window_ms: 0 })),
    );
    await Promise.all(posts);
    posting.abort();
    await walking;
    while ((await walk()) > 0);

    expect(walked).toHaveLength(posts.length);
  });
});

describe("events", () => {
  const mark = (id: number, on = fixture.db) =>
    updateSubmission(on, { id, account_id: 1, change: { read: true }, now: NOW });
  const post = async (n: number) => (await fixture.accept(newSubmission(n))).id;

  it("wait for an event with a smaller id that is not committed yet", async () => {
    const [one, two] = [await post(1), await post(2)];
    const position = await newestEventPosition(fixture.db, {});
    const slow = await fixture.db.startTransaction().execute();
    await mark(one, slow);
    await mark(two);

    const before = await readPage(fixture, position);
    await slow.commit().execute();

    expect([linesOf(before), before.isWaiting]).toEqual([[], true]);
    expect(linesOf(await readPage(fixture, before.position))).toEqual([
      "submission.updated 1",
      "submission.updated 2",
    ]);
  });

  it("wait while the creation of their submission waits for a smaller id", async () => {
    const slow = await fixture.db.startTransaction().execute();
    await sql`select allocate_submission_ids(1)`.execute(slow);
    const id = await post(1);
    await mark(id);

    const before = await readPage(fixture, { submission: 0, event: 0 });
    await slow.rollback().execute();

    expect([linesOf(before), before.hasMore, before.isWaiting]).toEqual([[], false, true]);
    expect(linesOf(await readPage(fixture, before.position))).toEqual([
      `submission.created ${id}`,
      `submission.updated ${id}`,
    ]);
  });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: fixture.postgresUrl });
  // One of them is terminated.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
