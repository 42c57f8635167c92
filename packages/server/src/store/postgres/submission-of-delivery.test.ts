// No delivery without its submission, though no foreign key says so: triggers do.
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  addWebhook,
  type Fixture,
  newSubmission,
  openFixture,
} from "../../../test/store-fixture.ts";
import { refireSubmissions } from "../deliveries.ts";
import type { Db } from "../schema.ts";

let fixture: Fixture;
let submission_id: number;
beforeEach(async () => {
  fixture = await openFixture();
  await addWebhook(fixture);
  submission_id = (await fixture.accept(newSubmission(1))).id;
});
afterEach(() => fixture.close());

const NOW = 5_000;
const refire = (on: Db) =>
  refireSubmissions(on, {
    account_id: 1,
    submission_ids: [submission_id],
    trigger: "refire",
    now: NOW,
  });
const deliveries = () => fixture.db.selectFrom("delivery").select(["id", "trigger"]).execute();
const remove = (on: Db) =>
  on.deleteFrom("submission").where("id", "=", submission_id).executeTakeFirst();

/** Resolves once some connection waits for a lock. */
const untilSomeoneWaits = () =>
  vi.waitUntil(async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(fixture.db);
    return (rows[0]?.n ?? 0) > 0;
  });

describe("a delivery", () => {
  it("goes with its submission, whatever asked for it", async () => {
    await refire(fixture.db);
    expect((await deliveries()).map(({ trigger }) => trigger)).toEqual(["intake", "refire"]);

    await remove(fixture.db);

    expect(await deliveries()).toEqual([]);
  });

  it("is refused where its submission is gone", async () => {
    const copy = sql`insert into delivery (account_id, form_id, submission_id, webhook_id, webhook_name,
        url, "trigger", state, next_attempt_at, created_at)
      select account_id, form_id, 999, webhook_id, webhook_name, url, 'ham', 'queued', 1, 1 from delivery`;

    await expect(copy.execute(fixture.db)).rejects.toMatchObject({
      code: "23503",
      message: "The submission 999 of a delivery is not there.",
    });
  });

  it("is not left behind by a deletion that comes while it is being queued", async () => {
    let removing: Promise<unknown> | undefined;

    await fixture.db.transaction().execute(async (queueing) => {
      await refire(queueing);
      removing = remove(fixture.db);
      await untilSomeoneWaits();
    });
    await removing;

    expect(await deliveries()).toEqual([]);
  });

  it("is not queued for a submission that is being deleted", async () => {
    let refiring: Promise<unknown> | undefined;

    await fixture.db.transaction().execute(async (removing) => {
      await sql`select from submission where id = ${submission_id} for update`.execute(removing);
      refiring = refire(fixture.db).catch((error: unknown) => error);
      await untilSomeoneWaits();
      await remove(removing);
    });

    expect(await refiring).toMatchObject({ code: "23503" });
    expect(await deliveries()).toEqual([]);
  });
});
