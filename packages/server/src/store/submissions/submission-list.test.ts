import { isOnPostgres } from "../../../test/database.ts";
import fc from "fast-check";
import { sql } from "kysely";
import type {
  FilterBy,
  StateFlag,
  SubmissionStates,
} from "../../domain/submission/submission-filter.ts";
import {
  STATE_FLAGS,
  submissionStates,
  UNFILTERED,
} from "../../domain/submission/submission-filter.ts";
import { addAccount, addForm, newSubmission, useSharedFixture } from "../../../test/fixture.ts";
import { watchScans } from "../../../test/sqlite-scans.ts";
import { SUBMISSION_LISTS } from "../../../test/store/large-statements.ts";
import { filterSamples, isSelected } from "../../../test/store/submission-filters.ts";
import { countStates, countSubmissions } from "./submission-counts.ts";
import { idRange } from "../engine/id-order.ts";
import type { Flag } from "../engine/schema.ts";
import { withRange } from "./row-filter.ts";
import type { SubmissionOrder } from "./submission-list.ts";
import { findNeighbors, listSubmissions, pageOfIds } from "./submission-list.ts";

const SIZE = 240;

describe("a list of submissions", () => {
  const fixture = useSharedFixture();
  beforeAll(async () => {
    const { db, accept } = fixture;
    const form = await addForm(fixture);
    const project = { id: 3, account_id: 1, name: "Second", created_at: 1, updated_at: 1 };
    await db.insertInto("project").values(project).execute();
    await db.updateTable("form").set({ project_id: 3 }).where("id", "=", form).execute();
    await addAccount(fixture);
    for (let n = 1; n <= SIZE; n++) {
      await accept(
        newSubmission(n, {
          form_id: 1 + (n % 2),
          email: n % 6 === 0 ? null : `${"cab"[n % 3]}${n % 4}@example.org`,
          spam: n % 3 === 0 ? 1 : 0,
          spam_reason: n % 3 === 0 ? "honeypot" : null,
          now: n * 10,
        }),
      );
    }
    await sql`update submission set read = 1 where id % 5 = 0`.execute(db);
    await sql`update submission set trash = 1 where id % 7 = 0`.execute(db);
    // Waiting, failed, or nothing to send.
    await sql`update submission set deliveries_waiting = 1 where id % 4 = 1`.execute(db);
    await sql`update submission set deliveries_failed = 2 where id % 4 = 2`.execute(db);
    await sql`delete from submission where id % 11 = 0`.execute(db);
  });

  const all = async () =>
    (await fixture.db.selectFrom("submission").selectAll().execute()).toSorted(
      (a, b) => a.id - b.id,
    );

  const isIn = (row: Readonly<Record<StateFlag, Flag>>, states: SubmissionStates) =>
    STATE_FLAGS.every((name) => states[name] === undefined || states[name] === row[name]);
  /** A submission without an address comes first. */
  const byEmail = (a: { readonly email: string | null }, b: typeof a) => {
    const [left, right] = [a.email ?? "", b.email ?? ""];
    return left < right ? -1 : left > right ? 1 : 0;
  };

  it("has neighbors for any submission, in the list or not", async () => {
    const rows = await all();
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          id: fc.integer({ min: 0, max: SIZE + 1 }),
          form_id: fc.constantFrom(undefined, 1, 2),
          filterBy: fc.constantFrom<FilterBy>("new", "spam", "trash", "all"),
        }),
        async ({ id, form_id, filterBy }) => {
          const states = submissionStates({ filterBy });
          if (states === "nothing") throw new Error("These contradict nothing.");
          const listed = rows.filter(
            (row) => (form_id === undefined || row.form_id === form_id) && isIn(row, states),
          );

          const found = await findNeighbors(fixture.db, {
            ...UNFILTERED,
            id,
            account_id: 1,
            form_id,
            states,
          });

          expect(found).toEqual({
            newer: listed.find((row) => row.id > id)?.id ?? null,
            older: listed.findLast((row) => row.id < id)?.id ?? null,
            newerCount: listed.filter((row) => row.id > id).length,
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it("agrees with a filter in memory, page by page and in count, for any request", async () => {
    const rows = await all();
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          form_id: fc.constantFrom(undefined, 1, 2),
          filterBy: fc.constantFrom<FilterBy | undefined>(undefined, "new", "spam", "trash", "all"),
          unread: fc.constantFrom(undefined, true, false),
          spamStatus: fc.constantFrom(undefined, true, false),
          order: fc.constantFrom<SubmissionOrder>(
            "date_desc",
            "date_asc",
            "email_asc",
            "email_desc",
          ),
          created_after: fc.option(fc.integer({ min: 0, max: SIZE * 10 + 20 }), { nil: undefined }),
          created_before: fc.option(fc.integer({ min: 0, max: SIZE * 10 + 20 }), {
            nil: undefined,
          }),
          values: fc.constantFrom({}, {}, ...filterSamples),
          limit: fc.integer({ min: 1, max: 60 }),
        }),
        async (request) => {
          const states = submissionStates(request);
          fc.pre(states !== "nothing");
          const { form_id, created_after, created_before, values, order, limit } = request;
          const wanted = rows.filter(
            (row) =>
              (form_id === undefined || row.form_id === form_id) &&
              isIn(row, states) &&
              (created_after === undefined || row.created_at > created_after) &&
              (created_before === undefined || row.created_at < created_before) &&
              isSelected(row, values),
          );
          const isByDate = order.startsWith("date");
          const sorted = isByDate ? wanted : wanted.toSorted(byEmail);
          const expected = (order.endsWith("desc") ? sorted.toReversed() : sorted).map((r) => r.id);
          const dates = { created_after, created_before };
          const filter = { ...UNFILTERED, account_id: 1, form_id, states, ...dates, ...values };

          const idsAt = async (at: { readonly offset: number; readonly after_id?: number }) => {
            const page = { ...filter, order, limit, ...at };
            return (await listSubmissions(fixture.db, page)).map(({ id }) => id);
          };
          const walked = await idsAt({ offset: 0 });
          while (walked.length > 0 && walked.length % limit === 0) {
            const after_id = walked.at(-1) ?? 0;
            // Only an order by date has cursors.
            const next = await idsAt(
              isByDate ? { offset: 0, after_id } : { offset: walked.length },
            );
            walked.push(...next);
            if (next.length === 0) break;
          }

          expect(walked).toEqual(expected);
          expect(await idsAt({ offset: limit })).toEqual(expected.slice(limit, 2 * limit));
          expect(await countSubmissions(fixture.db, filter)).toEqual({
            count: expected.length,
            isExact: true,
          });
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([undefined, 1, 2])(
    "counts the submissions of each state, of form %s",
    async (form_id) => {
      const rows = (await all()).filter((row) => form_id === undefined || row.form_id === form_id);
      const count = (states: object) =>
        rows.filter((row) =>
          Object.entries(states).every(([name, flag]) => row[name as "spam"] === flag),
        ).length;

      expect(await countStates(fixture.db, { account_id: 1, form_id, now: 1 })).toMatchObject({
        inbox_count: count({ spam: 0, trash: 0 }),
        unread_count: count({ read: 0, spam: 0, trash: 0 }),
        spam_count: count({ spam: 1, trash: 0 }),
        trash_count: count({ trash: 1 }),
      });
    },
  );

  it("shows nothing to another account", async () => {
    const page = {
      ...UNFILTERED,
      account_id: 2,
      order: "date_desc",
      limit: 10,
      offset: 0,
    } as const;

    expect(await listSubmissions(fixture.db, page)).toEqual([]);
    expect((await countStates(fixture.db, { account_id: 2, now: 1 })).inbox_count).toBe(0);
  });

  // postgres/plans.test.ts checks the plans on PostgreSQL.
  it.skipIf(isOnPostgres).each(SUBMISSION_LISTS)(
    "reads %s by an index, also from a cursor",
    async (_, form_id, states) => {
      const { above } = await idRange(fixture.db, { created_after: 500 });
      const filter = withRange(
        { ...UNFILTERED, account_id: 1, form_id, states },
        { above, below: 200 },
      );

      const page = { order: "date_desc", limit: 100, offset: 0 } as const;
      const { sql: text, parameters } = pageOfIds(fixture.db, filter, page).compile();

      const steps = watchScans(fixture).planOf({ text, values: parameters });
      expect(steps.filter((step) => /^SCAN submission(?!_count)/.test(step))).toEqual([]);
      expect(steps.join("\n")).toMatch(
        states.read === 0 && states.trash === 0
          ? /SEARCH submission USING COVERING INDEX submission_unread \(form_id=\? AND spam=\? AND claim_state=\?/
          : /SEARCH submission USING (COVERING |)INDEX submission_/,
      );
    },
  );
});
