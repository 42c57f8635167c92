/** For tests: several stores, as of several processes, on one database of their own. */
import { sql } from "kysely";
import { type Clock, systemClock } from "../src/platform/clock.ts";
import { type Store } from "../src/store/store.ts";
import { type Fixture, openFixture, useFixture } from "./fixture.ts";
import { openTestStore } from "./store/test-store.ts";

export async function openPeerStores() {
  const fixture = await openFixture();
  const opened: Store[] = [];
  return {
    fixture,
    open: openerOf(fixture, opened),
    async close() {
      await Promise.all(opened.map((store) => store.close()));
      await fixture.close();
    },
  };
}

/** The same for each test of the file, whose stores and database are closed after it. */
export function usePeerStores() {
  const fixture = useFixture();
  const opened: Store[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())));
  return { fixture, open: openerOf(fixture, opened) };
}

/** On PostgreSQL: stores the submission with the next id in a transaction that is open. */
export async function beginPost(db: Fixture["db"]) {
  const open = await db.startTransaction().execute();
  await sql`insert into submission
      (id, account_id, form_id, fields, spam, content_hash, created_at, updated_at)
    select (allocate_submission_ids(1))[1], 1, 1, '[]', 0, decode(repeat('00', 16), 'hex'), 1, 1`.execute(
    open,
  );
  await sql`insert into submission_count (form_id, account_id, read, spam, trash, count)
    values (1, 1, 0, 0, 0, 1)`.execute(open);
  return open;
}

const openerOf =
  (fixture: Fixture, opened: Store[]) =>
  async (onDue = () => {}, clock: Clock = systemClock) => {
    const store = await openTestStore(fixture.database, { clock, onDue });
    opened.push(store);
    return store;
  };
