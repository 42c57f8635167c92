import { sql } from "kysely";
import { useEach } from "../../../../test/harness/use.ts";
import { freshDatabase } from "../../test/database.ts";
import { describeSchema } from "../../test/describe-schema.ts";
import { addWebhook, newSubmission, useFixture } from "../../test/fixture.ts";
import { openSqlite } from "./sqlite/database.ts";
import { migrate, migrationsOf } from "./migrate.ts";
import { openPostgres } from "./postgres/database.ts";
import type { Db } from "./engine/schema.ts";

describe("migrate", () => {
  let db: Db;
  const open = async () =>
    fresh.database.kind === "sqlite"
      ? openSqlite(fresh.database.file, "writer").db
      : (await openPostgres(fresh.database.url, () => undefined)).db;
  const fresh = useEach(() => freshDatabase({ isEmpty: true }));
  beforeEach(async () => {
    db = await open();
  });
  afterEach(() => db.destroy());

  it("applies every migration to an empty database, and none the second time", async () => {
    const { applied: before, pending } = await migrationsOf(db);

    const first = await migrate(db);
    const second = await migrate(db);

    expect([before, first, second]).toEqual([[], pending, []]);
    expect(await migrationsOf(db)).toEqual({
      applied: pending,
      pending: [],
      unknown: [],
      isNew: false,
    });
  });

  it("rejects a database that a newer version has migrated, and changes nothing", async () => {
    await migrate(db);
    await sql`insert into kysely_migration (name, timestamp)
      values ('9999-of-a-newer-version', '2030-01-01T00:00:00.000Z')`.execute(db);
    const before = await describeSchema(db);

    await expect(migrate(db)).rejects.toThrow(
      /newer version .*9999-of-a-newer-version.* of that version\. Nothing was changed/,
    );

    expect(await describeSchema(db)).toEqual(before);
    expect((await migrationsOf(db)).unknown).toEqual(["9999-of-a-newer-version"]);
  });

  it("builds the indexes of a migration once", async () => {
    await migrate(db);
    const further = {
      "9001-index": { indexes: [{ name: "form_by_age", definition: "on form (created_at)" }] },
    };

    expect([await migrate(db, { further }), await migrate(db, { further })]).toEqual([
      ["9001-index"],
      [],
    ]);
    expect(JSON.stringify(await describeSchema(db))).toContain("form_by_age");
  });

  it("rolls back a migration that stops in the middle, and can run again", async () => {
    const { pending } = await migrationsOf(db);
    // The initial migration creates this table after most others.
    await sql`create table idempotency_key (scope text)`.execute(db);

    await expect(migrate(db)).rejects.toThrow(/idempotency_key.*already exists/);

    const left = Object.keys(await describeSchema(db)).filter(
      (name) => name.startsWith("table ") && !name.startsWith("table kysely_"),
    );
    expect(left).toEqual(["table idempotency_key"]);
    await sql`drop table idempotency_key`.execute(db);
    expect(await migrate(db)).toEqual(pending);
  });
});

describe("the schema", () => {
  const fixture = useFixture();
  const insertDelivery = async (trigger: "refire" | "test", submission_id: number | null) =>
    (await fixture.insert("delivery", { trigger, submission_id })).id;

  it("deletes the deliveries and attempts of a deleted submission, and reuses no id", async () => {
    await addWebhook(fixture);
    const { id: submission_id } = await fixture.accept(newSubmission(1));
    const delivery_id = await insertDelivery("refire", submission_id);
    await fixture.insert("attempt", { delivery_id });

    await fixture.db.deleteFrom("submission").execute();

    expect([await fixture.rows("delivery", ["id"]), await fixture.rows("attempt", ["id"])]).toEqual(
      [[], []],
    );
    expect(await insertDelivery("test", null)).toBe(delivery_id + 1);
  });

  it.each([
    ["a webhook without a secret", "kind = 'webhook', signing_secret = null"],
    ["a destination without a form that is not of the account", "form_id = null"],
    ["an unknown role", "recipient_role = 'from'"],
  ])("forbids %s", async (_, change) => {
    await addWebhook(fixture);

    await expect(sql.raw(`update webhook set ${change}`).execute(fixture.db)).rejects.toThrow(
      /check/i,
    );
  });

  it("accepts a delivery without a submission only as a test", async () => {
    await expect(insertDelivery("test", null)).resolves.toEqual(expect.any(Number));
    await expect(insertDelivery("refire", null)).rejects.toThrow(/check constraint/i);
  });
});
