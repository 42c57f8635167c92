// A database that was copied into another cluster, where transactions have other numbers.
import { sql } from "kysely";
import { type Cluster, startCluster } from "../../../../../test/harness/postgres.ts";
import { freshDatabase, type FreshDatabase, isOnPostgres } from "../../../test/database.ts";
import {
  ageTransactions,
  dump,
  migrateRecorded,
  openBeside,
  runScript,
} from "../../../test/database-dump.ts";
import { claimIn } from "../../../test/store/claims.ts";
import { linesOf, readPage } from "../../../test/store/events.ts";
import { FIRST_START, newSubmission } from "../../../test/fixture.ts";
import { openTestStore } from "../../../test/store/test-store.ts";
import { UNFILTERED } from "../../domain/submission/submission-filter.ts";
import type { Store } from "../store.ts";
import { laggingSequences } from "./sequences.ts";
import { indexSubmissions } from "../submissions/search-text.ts";

const POSTS = 40;
const NEW_POSTS = 4;
const NOW = 1_000_000;

let source: FreshDatabase;
let restored: Cluster | undefined;
const opened: Store[] = [];
beforeEach(async () => {
  source = await freshDatabase({ isEmpty: true });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await Promise.all([source.drop(), restored?.stop()]);
});

it.runIf(isOnPostgres)("is listed, searched, streamed and claimed to its last row", async () => {
  restored = await startCluster({ isDurable: false });
  const before = await openBeside(source.database);
  const schema = await migrateRecorded(before);
  await ageTransactions(before);
  await fill(await open(source.url));
  const copy = await dump(before, schema);
  await before.destroy();
  const db = await openBeside({ kind: "postgres", url: restored.url });
  await runScript(db, copy);

  const store = await open(restored.url);
  const position = await store.reads.newestEventPosition({});
  for (let n = 0; n < NEW_POSTS; n++) await store.accept(newSubmission(POSTS + n));
  await mark(store, 1);
  const { hasMore } = await indexSubmissions(db, { limit: 100 });
  const page = { ...UNFILTERED, account_id: 1, limit: 100, offset: 0 } as const;
  const up = await store.reads.listSubmissions({ ...page, order: "date_asc" });
  const events = linesOf(await readPage({ db }, position));
  const claimed = await claimIn(db);
  const { rows } = await sql<{ n: number }>`select count(*) as n from search_text`.execute(db);
  await db.destroy();

  const all = Array.from({ length: POSTS + NEW_POSTS }, (_, n) => n + 1);
  expect(up.map(({ id }) => id)).toEqual(all);
  expect(events).toEqual([
    ...all.slice(POSTS).map((id) => `submission.created ${id}`),
    "submission.updated 1",
  ]);
  expect(claimed.submission_ids).toEqual(all.slice(2));
  expect({ indexed: rows[0]?.n, hasMore }).toEqual({ indexed: all.length, hasMore: false });
});

it.runIf(isOnPostgres)(
  "goes on with larger ids when its rows were copied without its sequences",
  async () => {
    const store = await open(source.url);
    await fill(store);
    const db = await openBeside(source.database);
    await sql`select setval('submission_id_seq', 1, false), setval('event_id_seq', 1)`.execute(db);
    const before = await laggingSequences(db);

    const again = await open(source.url);
    const { id } = await again.accept(newSubmission(POSTS));
    const after = await laggingSequences(db);
    await db.destroy();

    expect(before).toMatchObject([{ table: "submission", newest_id: POSTS, last_id: 0 }]);
    expect(after).toEqual([]);
    expect(id).toBe(POSTS + 1);
  },
);

async function open(url: string): Promise<Store> {
  const store = await openTestStore({ kind: "postgres", url });
  opened.push(store);
  return store;
}

async function fill(store: Store): Promise<void> {
  await store.writes.firstStart(FIRST_START);
  for (let n = 0; n < POSTS; n++) await store.accept(newSubmission(n));
  await mark(store, 2);
}

const mark = (store: Store, id: number) =>
  store.writes.updateSubmission({ id, account_id: 1, change: { read: true }, now: NOW });
