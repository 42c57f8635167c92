// Which locks of other transactions a claim skips.
import { sql } from "kysely";
import { claimOf } from "../../../test/store/claims.ts";
import { addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { forRemoving, forTaking } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { claimSubmissions } from "../submissions/submission-claims.ts";

const fixture = useFixture();
let ids: readonly number[];
beforeEach(async () => {
  await addWebhook(fixture);
  const accepted = [await fixture.accept(newSubmission(1)), await fixture.accept(newSubmission(2))];
  ids = accepted.map(({ id }) => id);
});

/** Runs while another transaction has locked the first submission. */
const whileHeld = async <T>(how: "key share" | "no key update", run: (db: Db) => Promise<T>) =>
  fixture.transact(async (holder) => {
    await sql`select id from submission where id = ${ids[0]} for ${sql.raw(how)}`.execute(holder);
    return fixture.transact(run);
  });
const claim = async (db: Db) => {
  const { submission_ids } = await claimSubmissions(db, claimOf());
  return submission_ids;
};
const submissions = (db: Db) => db.selectFrom("submission").select("id").orderBy("id");
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe("a submission that another transaction references, as the search index does", () => {
  it("is claimed anyway", async () => {
    expect(await whileHeld("key share", claim)).toEqual(ids);
  });

  it("can be locked, but not for deletion", async () => {
    const taken = await whileHeld("key share", async (db) =>
      forTaking(db, submissions(db)).execute(),
    );
    const removed = await whileHeld("key share", async (db) =>
      forRemoving(db, submissions(db)).execute(),
    );

    expect([idsOf(taken), idsOf(removed)]).toEqual([ids, ids.slice(1)]);
  });
});

it("a submission that another transaction changes is skipped", async () => {
  expect(await whileHeld("no key update", claim)).toEqual(ids.slice(1));
});
