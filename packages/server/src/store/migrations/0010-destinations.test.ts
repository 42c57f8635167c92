import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FreshDatabase, freshDatabase, isOnPostgres } from "../../../test/database.ts";
import { describeSchema } from "../../../test/describe-schema.ts";
import type { Db } from "../engine/schema.ts";
import { migrate, migrationsOf } from "../migrate.ts";
import { openPostgres } from "../postgres/database.ts";
import { openSqlite } from "../sqlite/database.ts";

const NAME = "0010-destinations";

describe("the migration to destinations", () => {
  let fresh: FreshDatabase;
  let db: Db;
  beforeEach(async () => {
    fresh = await freshDatabase({ isEmpty: true });
    db =
      fresh.database.kind === "sqlite"
        ? openSqlite(fresh.database.file, "writer").db
        : (await openPostgres(fresh.database.url, () => undefined)).db;
    await migrateToBefore();
    await addRows();
  });
  afterEach(async () => {
    await db.destroy();
    await fresh.drop();
  });

  /** Applies the migrations of the version before. */
  async function migrateToBefore(): Promise<void> {
    const { pending } = await migrationsOf(db);
    await sql`create table kysely_migration (name varchar(255) primary key,
      timestamp varchar(255) not null)`.execute(db);
    for (const name of pending.filter((one) => one < NAME)) {
      const file = `./${isOnPostgres ? "postgres/" : ""}${name}.ts`;
      const { up } = (await import(new URL(file, import.meta.url).href)) as {
        up: (on: Kysely<unknown>) => Promise<void>;
      };
      await up(db as unknown as Kysely<unknown>);
      await sql`insert into kysely_migration values (${name}, '2026')`.execute(db);
    }
  }

  /** A webhook, and for submission 1 a delivery with an attempt and one with its own body. */
  async function addRows(): Promise<void> {
    const statements = [
      "insert into account (name, created_at) values ('a', 1)",
      `insert into form (account_id, uuid, name, timezone, honeypot_field, duplicate_filter,
        allowed_domains, blocked_domains, content_blacklist, lead_scoring, created_at, updated_at)
        values (1, '00000000000a', 'f', 'UTC', '_gotcha', 1, '[]', '[]', '[]', '{}', 1, 1)`,
      `insert into webhook (account_id, form_id, name, url, format, headers, trigger_when_spam,
        enabled, signing_secret, created_at, updated_at)
        values (1, 1, 'w', 'http://a.example/', 'json', '[]', 0, 1, 's', 1, 1)`,
      ...["refire", "test", "refire"].map(
        (trigger) => `insert into delivery (account_id, form_id, submission_id, webhook_id,
          webhook_name, url, "trigger", state, next_attempt_at, created_at)
          values (1, 1, null, 1, 'w', 'http://a.example/', '${trigger === "refire" ? "test" : trigger}',
            'queued', 1, 1)`,
      ),
      `insert into attempt (delivery_id, number, started_at, duration_ms, outcome)
        values (1, 1, 1, 1, 'failed')`,
      `insert into test_body (delivery_id, content_type, body, sha256, created_at)
        values (2, 'text/plain', ${blob("00")}, ${blob("00".repeat(32))}, 1)`,
      "delete from delivery where id = 3",
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  }

  const blob = (hex: string) => (isOnPostgres ? `'\\x${hex}'` : `x'${hex}'`);
  const ids = async (table: "delivery" | "attempt" | "test_body") => {
    const { rows } = await sql<{ id: number }>`
      select ${sql.ref(table === "test_body" ? "delivery_id" : "id")} as id
      from ${sql.table(table)} order by 1`.execute(db);
    return rows.map(({ id }) => id);
  };

  it("keeps every row, and makes every destination a webhook", async () => {
    expect(await migrate(db)).toContain(NAME);

    expect(await db.selectFrom("webhook").selectAll().execute()).toMatchObject([
      { id: 1, kind: "webhook", purpose: "submissions", takes_submissions: 1, link_token: null },
    ]);
    expect([await ids("delivery"), await ids("attempt"), await ids("test_body")]).toEqual([
      [1, 2],
      [1],
      [2],
    ]);
  });

  it("keeps foreign keys in force, and reuses no id", async () => {
    await migrate(db);

    await sql`insert into delivery (account_id, form_id, webhook_id, webhook_name, url, "trigger",
      state, next_attempt_at, created_at)
      values (1, null, 1, 'w', 'mailto:a@example.org', 'alert', 'queued', 1, 1)`.execute(db);
    expect(await ids("delivery")).toEqual([1, 2, 4]);
    await db.deleteFrom("delivery").where("id", "<", 3).execute();
    expect([await ids("attempt"), await ids("test_body")]).toEqual([[], []]);
    await expect(
      sql`insert into attempt (delivery_id, number, started_at, duration_ms, outcome)
        values (99, 1, 1, 1, 'failed')`.execute(db),
    ).rejects.toThrow(/foreign key/i);
  });

  it("keeps indexes and triggers", async () => {
    const names = async () =>
      Object.keys(await describeSchema(db)).filter((name) => /^(?:index|trigger) /.test(name));
    const before = await names();

    await migrate(db);

    expect(await names()).toEqual(expect.arrayContaining(before));
    expect(before.length).toBeGreaterThan(10);
  });

  it.each([
    ["a webhook without a secret", "kind = 'webhook', signing_secret = null"],
    ["a destination without a form that is not of the account", "form_id = null"],
    ["an unknown role", "recipient_role = 'from'"],
  ])("forbids %s", async (_, change) => {
    await migrate(db);

    await expect(sql.raw(`update webhook set ${change}`).execute(db)).rejects.toThrow(/check/i);
  });

  it("lets an e-mail recipient have no settings of webhooks", async () => {
    await migrate(db);

    await sql`update webhook set kind = 'email', format = null, headers = null,
      signing_secret = null, recipient_role = 'bcc', purpose = 'account', form_id = null`.execute(
      db,
    );

    expect(await db.selectFrom("webhook").select("kind").execute()).toEqual([{ kind: "email" }]);
  });
});
