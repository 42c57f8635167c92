// No delivery exists without its submission, and no submission without its form, although no foreign key enforces it.
import { sql } from "kysely";
import { addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { countLockWaits } from "../../../test/roll-back.ts";
import { deleteFormBatch } from "../forms/deleted-forms.ts";
import { refireSubmissions } from "../deliveries/refires.ts";
import type { Db } from "../engine/schema.ts";

const fixture = useFixture();
let submission_id: number;
beforeEach(async () => {
  await addWebhook(fixture);
  submission_id = (await fixture.accept(newSubmission(1))).id;
});

const NOW = 5_000;
const refire = (on: Db) =>
  refireSubmissions(on, {
    account_id: 1,
    submission_ids: [submission_id],
    trigger: "refire",
    now: NOW,
  });
const deliveries = () => fixture.rows("delivery", ["id", "trigger"]);
const remove = (on: Db) =>
  on.deleteFrom("submission").where("id", "=", submission_id).executeTakeFirst();

/** Resolves when a connection waits for a lock. */
const untilSomeoneWaits = () => vi.waitUntil(async () => (await countLockWaits(fixture.db)) > 0);

describe("a delivery", () => {
  it("is rejected if its submission does not exist", async () => {
    const copy = sql`insert into delivery (account_id, form_id, submission_id, webhook_id, webhook_name,
        url, "trigger", state, next_attempt_at, created_at)
      select account_id, form_id, 999, webhook_id, webhook_name, url, 'ham', 'queued', 1, 1 from delivery`;

    await expect(copy.execute(fixture.db)).rejects.toMatchObject({
      code: "23503",
      message: "The submission 999 of a delivery does not exist.",
    });
  });

  it("is deleted with a submission that is deleted while it is being queued", async () => {
    let removing: Promise<unknown> | undefined;

    await fixture.transact(async (queueing) => {
      await refire(queueing);
      removing = remove(fixture.db);
      await untilSomeoneWaits();
    });
    await removing;

    expect(await deliveries()).toEqual([]);
  });

  it("is not queued for a submission that is being deleted", async () => {
    let refiring: Promise<unknown> | undefined;

    await fixture.transact(async (removing) => {
      await sql`select from submission where id = ${submission_id} for update`.execute(removing);
      refiring = refire(fixture.db).catch((error: unknown) => error);
      await untilSomeoneWaits();
      await remove(removing);
    });

    expect(await refiring).toMatchObject([{ status: "not_found", deliveries: [] }]);
    expect(await deliveries()).toEqual([]);
  });
});

describe("a form", () => {
  const forms = () => fixture.rows("form", ["id"]);
  const markDeleted = () => fixture.update("form", { deleted_at: NOW }, { id: 1 });
  const deleteBatch = () => fixture.transact((on) => deleteFormBatch(on, { limit: 10 }));

  it("cannot be deleted while it has submissions", async () => {
    await expect(fixture.db.deleteFrom("form").execute()).rejects.toMatchObject({
      code: "23503",
      message: "The form 1 cannot be deleted while it has submissions.",
    });
  });

  it("is deleted with a post that was accepted before", async () => {
    await remove(fixture.db);
    let posting: Promise<unknown> | undefined;

    await fixture.transact(async (deleting) => {
      await sql`select from form where id = 1 for update`.execute(deleting);
      posting = fixture.accept(newSubmission(2)).catch((error: unknown) => error);
      await untilSomeoneWaits();
      await deleting.deleteFrom("webhook").execute();
      await deleting.deleteFrom("form").execute();
    });

    expect(await posting).toMatchObject({ code: "not_found" });
    expect(await fixture.rows("submission", ["id"])).toEqual([]);
  });

  it("stays if a post is stored while it is being deleted", async () => {
    await remove(fixture.db);
    await markDeleted();
    let deleting: Promise<unknown> | undefined;

    await fixture.transact(async (posting) => {
      await sql`insert into submission (account_id, form_id, fields, spam, content_hash, created_at, updated_at)
        values (1, 1, '[]', 0, decode(repeat('00', 16), 'hex'), 1, 1)`.execute(posting);
      await sql`insert into submission_count (form_id, account_id, read, spam, trash, count)
        values (1, 1, 0, 0, 0, 1)`.execute(posting);
      deleting = deleteBatch();
      await untilSomeoneWaits();
    });
    await deleting;
    expect(await forms()).toEqual([{ id: 1 }]);
    while (await deleteBatch());

    expect(await forms()).toEqual([]);
  });
});
