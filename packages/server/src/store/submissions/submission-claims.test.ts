import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isOnPostgres } from "../../../test/database.ts";
import { type Fixture, newSubmission, openFixture } from "../../../test/store-fixture.ts";
import { AppError } from "../../domain/errors.ts";
import { CLAIM_STATE } from "../../domain/submission-claim-state.ts";
import type { Db } from "../engine/schema.ts";
import { updateSubmissions } from "./submission-changes.ts";
import {
  claimableOf,
  claimSubmissions,
  extendLeases,
  releaseSubmissions,
  type Return,
} from "./submission-claims.ts";

const ROWS = 8;
const SECOND_FORM = 2;

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
  await sql`insert into form (id, account_id, project_id, uuid, name, timezone, honeypot_field,
      duplicate_filter, allowed_domains, blocked_domains, content_blacklist, lead_scoring,
      created_at, updated_at)
    select 2, account_id, project_id, '00000000000b', 'Second', timezone, honeypot_field,
      1, '[]', '[]', '[]', '{}', 1, 1 from form where id = 1`.execute(fixture.db);
});
afterEach(() => fixture.close());

const inTransaction = <T>(run: (db: Db) => Promise<T>) =>
  fixture.db.transaction().execute((on) => run(on));
const claim = (over: Partial<Parameters<typeof claimSubmissions>[1]> = {}) =>
  inTransaction((db) =>
    claimSubmissions(db, {
      account_id: 1,
      spam: 0,
      limit: 100,
      consumer: "worker",
      lease_token: "t1",
      lease_expires_at: 2_000,
      now: 1_000,
      ...over,
    }),
  );

/** What a claim may know of a submission. */
interface Row {
  readonly id: number;
  readonly form_id: number;
  read: boolean;
  spam: boolean;
  state: "free" | "held" | "dead";
  until: number;
  token: string | undefined;
  claims: number;
}

type Step =
  | { kind: "claim"; form_id: number | undefined; spam: 0 | 1 | undefined; limit: number }
  | { kind: "release"; token: number; ids: readonly number[]; as: Return["kind"] }
  | { kind: "extend"; token: number; ids: readonly number[] | undefined }
  | { kind: "mark"; id: number; change: { read?: boolean; spam?: boolean } }
  | { kind: "wait"; ms: number };

const someIds = fc.uniqueArray(fc.integer({ min: 1, max: ROWS + 1 }), { minLength: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("claim" as const),
      form_id: fc.constantFrom(undefined, 1, SECOND_FORM),
      spam: fc.constantFrom<(0 | 1 | undefined)[]>(0, 0, 1, undefined),
      limit: fc.integer({ min: 1, max: 4 }),
    }),
  },
  fc.record({
    kind: fc.constant("release" as const),
    token: fc.nat({ max: 6 }),
    ids: someIds,
    as: fc.constantFrom<Return["kind"][]>("free", "put_off", "dead"),
  }),
  fc.record({
    kind: fc.constant("extend" as const),
    token: fc.nat({ max: 6 }),
    ids: fc.option(someIds, { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant("mark" as const),
    id: fc.integer({ min: 1, max: ROWS }),
    change: fc.constantFrom<{ read?: boolean; spam?: boolean }[]>(
      { read: true },
      { read: false },
      { spam: true },
      { spam: false },
    ),
  }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(1, 400, 999, 1_000, 5_000) }),
);

const LEASE_MS = 1_000;
const PUT_OFF_MS = 3_000;

describe("claims", () => {
  it("agree with a model in memory, whatever is claimed, given back, kept, read and waited for", async () => {
    for (let n = 1; n <= ROWS; n++)
      await fixture.accept(newSubmission(n, { form_id: 1 + (n % 2) }));

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await sql`update submission set read = 0, spam = 0, claim_state = 0, claim_state_until = null,
            lease_token = null, lease_consumer = null, claim_count = 0`.execute(fixture.db);
        const rows = Array.from({ length: ROWS }, (_, n): Row => {
          const id = n + 1;
          const untouched = {
            read: false,
            spam: false,
            state: "free",
            until: 0,
            claims: 0,
          } as const;
          return { id, form_id: 1 + (id % 2), ...untouched, token: undefined };
        });
        let now = 10_000;
        let tokens = 0;
        for (const one of steps) {
          if (one.kind === "wait") now += one.ms;
          else if (one.kind === "claim") {
            tokens += 1;
            await claimBoth(rows, one, `t${tokens}`, now);
          } else if (one.kind === "mark") await markBoth(rows, one, now);
          else await heldBoth(rows, one, now);
        }

        expect(await stored()).toEqual(
          rows.map(({ id, read, spam, state, until, token, claims }) => ({
            id,
            read: read ? 1 : 0,
            spam: spam ? 1 : 0,
            claim_state: {
              free: CLAIM_STATE.free,
              held: CLAIM_STATE.leased,
              dead: CLAIM_STATE.dead,
            }[state],
            claim_state_until: state === "held" ? until : null,
            lease_token: token ?? null,
            claim_count: claims,
          })),
        );
      }),
      { numRuns: isOnPostgres ? 25 : 120 },
    );
  }, 30_000);

  const stored = () =>
    fixture.db
      .selectFrom("submission")
      .select([
        "id",
        "read",
        "spam",
        "claim_state",
        "claim_state_until",
        "lease_token",
        "claim_count",
      ])
      .orderBy("id")
      .execute();

  async function claimBoth(
    rows: readonly Row[],
    { form_id, spam, limit }: Step & { kind: "claim" },
    lease_token: string,
    now: number,
  ): Promise<void> {
    const expected = rows
      .filter(
        (row) =>
          !row.read &&
          (form_id === undefined || row.form_id === form_id) &&
          (spam === undefined || row.spam === (spam === 1)) &&
          (row.state === "free" || (row.state === "held" && row.until <= now)),
      )
      .slice(0, limit);
    for (const row of expected) {
      Object.assign(row, { state: "held", until: now + LEASE_MS, token: lease_token });
      row.claims += 1;
    }
    const { submission_ids } = await claim({
      form_id,
      spam,
      limit,
      lease_token,
      lease_expires_at: now + LEASE_MS,
      now,
    });
    expect(submission_ids).toEqual(expected.map(({ id }) => id));
  }

  async function heldBoth(
    rows: readonly Row[],
    asked: Step & { kind: "release" | "extend" },
    now: number,
  ): Promise<void> {
    const lease_token = `t${asked.token}`;
    const ids = asked.ids;
    const held = rows.filter(
      (row) =>
        row.token === lease_token && row.until > now && (ids === undefined || ids.includes(row.id)),
    );
    const scope = { account_id: 1, lease_token, now };
    const done = inTransaction(async (db) =>
      asked.kind === "extend"
        ? (
            await extendLeases(db, {
              ...scope,
              submission_ids: asked.ids,
              lease_expires_at: now + 2 * LEASE_MS,
            })
          ).submission_ids
        : await releaseSubmissions(db, {
            ...scope,
            submission_ids: asked.ids,
            as:
              asked.as === "put_off"
                ? { kind: "put_off", until: now + PUT_OFF_MS }
                : { kind: asked.as },
          }),
    );
    const outcome = await done.catch((error: unknown) => error);
    expect(outcome instanceof AppError ? outcome.code : outcome).toEqual(
      held.length === 0 ? "conflict" : held.map(({ id }) => id),
    );
    for (const row of held) {
      if (asked.kind === "extend") row.until = now + 2 * LEASE_MS;
      else {
        row.token = undefined;
        row.state = ({ free: "free", put_off: "held", dead: "dead" } as const)[asked.as];
        row.until = now + PUT_OFF_MS;
      }
    }
  }

  async function markBoth(
    rows: readonly Row[],
    { id, change }: Step & { kind: "mark" },
    now: number,
  ): Promise<void> {
    const row = rows[id - 1];
    if (row === undefined) throw new Error(`There is no row ${id}.`);
    // Reading ends a lease; marking unread frees what no lease holds.
    if (change.read === true || (change.read === false && row.token === undefined)) {
      row.state = "free";
      row.token = undefined;
    }
    Object.assign(row, change);
    await inTransaction((db) =>
      updateSubmissions(db, { account_id: 1, submission_ids: [id], change, now }),
    );
  }

  it("take the oldest of all forms, and of the account alone", async () => {
    for (let n = 1; n <= 4; n++) await fixture.accept(newSubmission(n, { form_id: 1 + (n % 2) }));

    const first = await claim({ limit: 3 });
    const strange = await claim({ account_id: 2 });
    const rest = await claim({ form_id: 1 });

    expect(first.submission_ids).toEqual([1, 2, 3]);
    expect(strange.submission_ids).toEqual([]);
    expect(rest.submission_ids).toEqual([4]);
  });

  it("leave what is in the trash, and come back to it when it is taken out", async () => {
    await fixture.accept(newSubmission(1));
    const trash = (value: boolean) =>
      updateSubmissions(fixture.db, {
        account_id: 1,
        submission_ids: [1],
        change: { trash: value },
        now: 1_000,
      });

    await trash(true);
    const trashed = await claim({ spam: undefined });
    await trash(false);
    const back = await claim({ spam: undefined });

    expect([trashed.submission_ids, back.submission_ids]).toEqual([[], [1]]);
  });
});

// What PostgreSQL does is asked by postgres/plans.test.ts.
describe.skipIf(isOnPostgres)("a claim's plan on SQLite", () => {
  const asked = { account_id: 1, spam: 0, limit: 100, now: 1, above: 5 } as const;
  const planOf = (query: ReturnType<typeof claimableOf>) => {
    const { sql: text, parameters } = query.compile();
    return fixture.sqlite
      .prepare<unknown[], { detail: string }>(`explain query plan ${text}`)
      .all(...parameters)
      .map(({ detail }) => detail);
  };

  it.each([
    ["free", undefined, "submission_unread (form_id=? AND spam=? AND claim_state=? AND id>?)"],
    ["free", 1, "submission_unread (form_id=? AND spam=? AND claim_state=? AND id>?)"],
    [
      "ended",
      undefined,
      "submission_claim_state_until (form_id=? AND spam=? AND claim_state_until<?)",
    ],
    ["ended", 1, "submission_claim_state_until (form_id=? AND spam=? AND claim_state_until<?)"],
  ] as const)("of what is %s, form %s, goes by index all the way", (part, form_id, index) => {
    const plan = planOf(claimableOf(fixture.db, part, { ...asked, form_id }));

    expect(plan.filter((line) => /^SCAN submission(?!_count)/.test(line))).toEqual([]);
    expect(plan.join("\n")).toContain(index);
  });
});

describe("a claim among many rows", () => {
  const MANY = 2_000;

  it("takes the oldest of what is free or whose lease has ended", async () => {
    const bytes = isOnPostgres ? sql`decode(repeat('00', 16), 'hex')` : sql`zeroblob(16)`;
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(MANY)})
      insert into submission (account_id, form_id, fields, read, spam, content_hash, claim_state, claim_state_until,
        lease_token, lease_consumer, created_at, updated_at)
      select 1, 1, '[]', case when i % 4 = 0 then 1 else 0 end, 0, ${bytes},
        case i % 4 when 1 then 1 when 2 then 2 else 0 end,
        case when i % 4 = 1 then 1000 + i end, case when i % 4 = 1 then 'old' end,
        case when i % 4 = 1 then 'other' end, 1, 1 from n`.execute(fixture.db);
    await sql`insert into submission_count (form_id, account_id, read, spam, trash, count)
      values (1, 1, 0, 0, 0, ${sql.lit((MANY * 3) / 4)})`.execute(fixture.db);

    const before = await claim({ limit: 3, now: 500 });
    const later = await claim({
      limit: 5,
      now: 1_000 + MANY,
      lease_expires_at: 9_000,
      lease_token: "t2",
    });

    expect(before.submission_ids).toEqual([3, 7, 11]);
    // Leases that ended go first where they are older.
    expect(later.submission_ids).toEqual([1, 3, 5, 7, 9]);
  });
});
