// SQLite runs searches, pages and housekeeping by an index, so that their cost does not grow with the tables.
// postgres/plans.test.ts tests PostgreSQL; plans that need no sort have tests next to their statements.
import { sql } from "kysely";
import { isOnPostgres } from "../../../test/database.ts";
import {
  addWebhook,
  newSubmission,
  newAttachment,
  useSharedFixture,
} from "../../../test/fixture.ts";
import { plansOf, slowSteps, watchScans } from "../../../test/sqlite-scans.ts";
import { expiringGroups, removeExpired } from "../submissions/expired-submissions.ts";
import { findFormName } from "../forms/form-names.ts";
import { unaskedAddresses, waitingAddress } from "../mail/confirmations.ts";
import { indexSubmissions } from "../submissions/search-text.ts";
import { pruneSessions } from "../accounts/sessions.ts";
import { countEarlierDeliveries } from "../submissions/delivery-state.ts";
import {
  LARGE_STATEMENTS,
  named,
  NOW,
  ORDERED_STATEMENTS,
  SEARCHED,
} from "../../../test/store/large-statements.ts";
import { serializeCountedPage } from "../submissions/submission-pages.ts";
import { claimableOf } from "../submissions/submission-claims.ts";
import { takeSearchSnapshot, searchIndex, searchRows } from "../submissions/submission-search.ts";

const ROWS = 60;

describe.skipIf(isOnPostgres)("on SQLite no large table is scanned", () => {
  let watched: ReturnType<typeof watchScans>;

  const fixture = useSharedFixture();
  beforeAll(async () => {
    watched = watchScans(fixture);
    const { db } = watched;
    await addWebhook(fixture);
    for (let n = 1; n <= ROWS; n++) {
      await fixture.accept(
        newSubmission(n, { spam: n % 7 === 0 ? 1 : 0, attachments: [newAttachment(n)] }),
      );
    }
    await indexSubmissions(db, { limit: ROWS / 2 });
    await sql`update submission set trash = 1 where id % 10 = 0`.execute(db);
    await sql`update delivery set state = 'succeeded', next_attempt_at = null, finished_at = id,
      claims = 1 where id % 2 = 0`.execute(db);
    await sql`insert into attempt (delivery_id, number, started_at, duration_ms, outcome)
      select id, 1, 1, 1, 'succeeded' from delivery where state = 'succeeded'`.execute(db);
    await sql`insert into idempotency_key (scope, key_hash, content_hash, result, created_at)
      select 'account 1', randomblob(32), randomblob(32), '1', id from submission`.execute(db);
    await sql`insert into removed_file select 'gone' || id from submission`.execute(db);
  });

  it("and this test detects scans", async () => {
    const seen = await watched.scans(async (on) => {
      await on.selectFrom("delivery").select("id").where("webhook_name", "=", "x").execute();
      await on.selectFrom("event").select("id").orderBy("created_at").limit(1).execute();
      await on.selectFrom("event as e").select("id").where("created_at", "=", 1).limit(1).execute();
      await on.selectFrom("search_index").select("rowid").where("rowid", ">", 0).execute();
    });

    expect(seen.map((step) => step.split(/[ :]/)[1])).toEqual([
      "delivery",
      "event",
      "e",
      "search_index",
    ]);
  });

  const page = {
    ...SEARCHED,
    limit: 11,
    offset: 0,
    publicUrl: "https://forms.example.org",
    filesUrl: "https://files.example.org",
    now: NOW,
    known: undefined,
  } as const;
  const include = { notesFor: { kind: "user", id: 1 }, replies: true } as const;
  const failed = { ...page, delivery_state: "failed" } as const;
  const expiry = { limit: 20, spamBefore: NOW, trashBefore: NOW, now: NOW };

  it.each(
    named({
      ...LARGE_STATEMENTS,
      "a page of a form": (on) => serializeCountedPage(on, { ...page, form_id: 1 }),
      "a page of all forms": (on) => serializeCountedPage(on, page),
      "a page with notes and replies": (on) => serializeCountedPage(on, { ...page, include }),
      "a page in a delivery state": (on) => serializeCountedPage(on, failed),
      "counting of deliveries": (on) => countEarlierDeliveries(on, { limit: 20 }),
      "a page between dates": (on) =>
        serializeCountedPage(on, { ...page, created_after: 2_010, created_before: 2_030 }),
      "the name of a form": (on) =>
        findFormName(on, { account_id: 1, ref: { id: 1, uuid: "0".repeat(12) } }),
      "the snapshot of a search": (on) =>
        takeSearchSnapshot(on, { ...SEARCHED, created_after: 2_010 }),
      "a search of unread submissions": (on) =>
        searchRows(on, { ...SEARCHED, form_id: 1, states: { read: 0, trash: 0 }, range: {} }),
      "a search by the index in one form": (on) =>
        searchIndex(on, { ...SEARCHED, form_id: 1, range: {} }),
      "the groups that may expire": (on) => expiringGroups(on, {}),
      "expired spam": async (on) => {
        await removeExpired(on, {
          ...expiry,
          group: { form_id: 1, spam: 1, trash: 0 },
          after_id: 0,
        });
        expect(watched.textsSoFar().some((text) => text.startsWith("delete from"))).toBe(true);
      },
      "expired trash after an id": (on) =>
        removeExpired(on, { ...expiry, group: { form_id: 1, spam: 0, trash: 1 }, after_id: 10 }),
      "pruning sessions": (on) => pruneSessions(on, { now: NOW, limit: 9 }),
      "recipients that were not asked yet": async (on) => {
        await unaskedAddresses(on, { now: NOW, limit: 50 });
        await waitingAddress(on, { account_id: 1, address: "ada@example.org" });
      },
    }),
  )("by %s", async (_, run) => {
    expect(await watched.scans(run)).toEqual([]);
  });

  it.each(named(ORDERED_STATEMENTS))("and none is sorted by %s", async (_, run) => {
    expect(slowSteps(await plansOf(fixture, run))).toEqual([]);
  });

  it("by recipients that wait: each address is found once, by the index", async () => {
    await watched.scans((on) => unaskedAddresses(on, { now: NOW, limit: 50 }));

    const [text = ""] = watched.textsSoFar().filter((one) => one.includes("mail_address"));
    const steps = watched.planOf({ text, values: [50] });

    expect(steps.filter((step) => /webhook|mail_address_/.test(step))).toEqual([
      "SCAN webhook USING INDEX webhook_waiting",
      "SEARCH mail_address USING INDEX sqlite_autoindex_mail_address_2 (account_id=? AND address=?)",
    ]);
  });

  const FREE = "submission_unread (form_id=? AND spam=? AND claim_state=? AND id>?)";
  const EXPIRED = "submission_claim_state_until (form_id=? AND spam=? AND claim_state_until<?)";
  it.each([
    ["free", undefined, FREE],
    ["free", 1, FREE],
    ["expired", undefined, EXPIRED],
    ["expired", 1, EXPIRED],
  ] as const)("by a consumer's claim of the %s part, form %s", (part, form_id, index) => {
    const request = { account_id: 1, spam: 0, limit: 100, now: 1, above: 5 } as const;
    const query = claimableOf(fixture.db, part, { ...request, form_id }).compile();

    const plan = watched.planOf({ text: query.sql, values: query.parameters });

    expect(plan.filter((line) => /^SCAN submission(?!_count)/.test(line))).toEqual([]);
    expect(plan.join("\n")).toContain(index);
  });

  // A deletion queries every table that refers to the deleted row, which its plan does not show.
  it("by the foreign keys of a deletion", () => {
    const { sqlite } = fixture;
    const tables = sqlite
      .prepare<[], { name: string }>("select name from sqlite_schema where type = 'table'")
      .all()
      .map(({ name }) => name);
    const references = tables.flatMap((table) =>
      sqlite
        .prepare<[string], { table: string; from: string }>(
          "select * from pragma_foreign_key_list(?)",
        )
        .all(table)
        // Accounts are never deleted; logins only one by one, by users.
        .filter((key) => key.table !== "account" && key.table !== "login")
        .map((key) => ({ table, column: key.from })),
    );

    expect(references).toContainEqual({ table: "attempt", column: "delivery_id" });
    expect(
      references.flatMap(({ table, column }) =>
        watched
          .planOf({ text: `select 1 from ${table} where ${column} = ?`, values: [1] })
          .filter((step) => step.startsWith("SCAN")),
      ),
    ).toEqual([]);
  });
});
