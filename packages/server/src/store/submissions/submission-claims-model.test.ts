import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimIn, openTwoForms, SECOND_FORM } from "../../../test/store/claims.ts";
import { isOnPostgres } from "../../../test/database.ts";
import { type Fixture, newSubmission } from "../../../test/store-fixture.ts";
import { AppError } from "../../domain/errors.ts";
import { CLAIM_STATE } from "../../domain/submission/submission-claim-state.ts";
import type { Db } from "../engine/schema.ts";
import { updateSubmissions } from "./submission-changes.ts";
import { extendLeases, releaseSubmissions, type ReleaseTo } from "./submission-claims.ts";

const ROWS = 8;

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openTwoForms();
});
afterEach(() => fixture.close());

const inTransaction = <T>(run: (db: Db) => Promise<T>) =>
  fixture.db.transaction().execute((on) => run(on));

/** The model of a submission. */
interface ModelRow {
  readonly id: number;
  readonly form_id: number;
  read: boolean;
  spam: boolean;
  state: "free" | "leased" | "dead";
  until: number;
  token: string | undefined;
  claims: number;
}

type Step =
  | { kind: "claim"; form_id: number | undefined; spam: 0 | 1 | undefined; limit: number }
  | { kind: "release"; token: number; ids: readonly number[]; as: ReleaseTo["kind"] }
  | { kind: "extend"; token: number; ids: readonly number[] | undefined }
  | { kind: "mark"; id: number; change: { read?: boolean; spam?: boolean } }
  | { kind: "wait"; ms: number };

const someIds = fc.uniqueArray(fc.integer({ min: 1, max: ROWS + 1 }), { minLength: 1 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
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
    as: fc.constantFrom<ReleaseTo["kind"][]>("free", "deferred", "dead"),
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
const DEFERRAL_MS = 3_000;

describe("claims", () => {
  it("agree with a model in memory after any sequence of claims, releases, extensions, marks and waits", async () => {
    for (let n = 1; n <= ROWS; n++)
      await fixture.accept(newSubmission(n, { form_id: 1 + (n % 2) }));

    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
        await sql`update submission set read = 0, spam = 0, claim_state = 0, claim_state_until = null,
            lease_token = null, lease_consumer = null, claim_count = 0`.execute(fixture.db);
        const rows = Array.from({ length: ROWS }, (_, n): ModelRow => {
          const id = n + 1;
          const unclaimed = {
            read: false,
            spam: false,
            state: "free",
            until: 0,
            claims: 0,
          } as const;
          return { id, form_id: 1 + (id % 2), ...unclaimed, token: undefined };
        });
        let now = 10_000;
        let tokens = 0;
        for (const one of steps) {
          if (one.kind === "wait") now += one.ms;
          else if (one.kind === "claim") {
            tokens += 1;
            await claimBoth(rows, one, `t${tokens}`, now);
          } else if (one.kind === "mark") await markBoth(rows, one, now);
          else await changeLeaseBoth(rows, one, now);
        }

        expect(await stored()).toEqual(
          rows.map(({ id, read, spam, state, until, token, claims }) => ({
            id,
            read: read ? 1 : 0,
            spam: spam ? 1 : 0,
            claim_state: {
              free: CLAIM_STATE.free,
              leased: CLAIM_STATE.leased,
              dead: CLAIM_STATE.dead,
            }[state],
            claim_state_until: state === "leased" ? until : null,
            lease_token: token ?? null,
            claim_count: claims,
          })),
        );
      }),
      { numRuns: isOnPostgres ? 25 : 120 },
    );
  });

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
    rows: readonly ModelRow[],
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
          (row.state === "free" || (row.state === "leased" && row.until <= now)),
      )
      .slice(0, limit);
    for (const row of expected) {
      Object.assign(row, { state: "leased", until: now + LEASE_MS, token: lease_token });
      row.claims += 1;
    }
    const { submission_ids } = await claimIn(fixture.db, {
      form_id,
      spam,
      limit,
      lease_token,
      lease_expires_at: now + LEASE_MS,
      now,
    });
    expect(submission_ids).toEqual(expected.map(({ id }) => id));
  }

  async function changeLeaseBoth(
    rows: readonly ModelRow[],
    step: Step & { kind: "release" | "extend" },
    now: number,
  ): Promise<void> {
    const lease_token = `t${step.token}`;
    const { ids } = step;
    const leased = rows.filter(
      (row) =>
        row.token === lease_token && row.until > now && (ids === undefined || ids.includes(row.id)),
    );
    const scope = { account_id: 1, lease_token, now };
    const done = inTransaction(async (db) =>
      step.kind === "extend"
        ? (
            await extendLeases(db, {
              ...scope,
              submission_ids: step.ids,
              lease_expires_at: now + 2 * LEASE_MS,
            })
          ).submission_ids
        : await releaseSubmissions(db, {
            ...scope,
            submission_ids: step.ids,
            as:
              step.as === "deferred"
                ? { kind: "deferred", until: now + DEFERRAL_MS }
                : { kind: step.as },
          }),
    );
    const outcome = await done.catch((error: unknown) => error);
    expect(outcome instanceof AppError ? outcome.code : outcome).toEqual(
      leased.length === 0 ? "conflict" : leased.map(({ id }) => id),
    );
    for (const row of leased) {
      if (step.kind === "extend") row.until = now + 2 * LEASE_MS;
      else {
        row.token = undefined;
        row.state = ({ free: "free", deferred: "leased", dead: "dead" } as const)[step.as];
        row.until = now + DEFERRAL_MS;
      }
    }
  }

  async function markBoth(
    rows: readonly ModelRow[],
    { id, change }: Step & { kind: "mark" },
    now: number,
  ): Promise<void> {
    const row = rows[id - 1];
    if (row === undefined) throw new Error(`There is no row ${id}.`);
    // Marking read ends a lease. Marking unread frees a submission that is dead or put off.
    if (change.read === true || (change.read === false && row.token === undefined)) {
      row.state = "free";
      row.token = undefined;
    }
    Object.assign(row, change);
    await inTransaction((db) =>
      updateSubmissions(db, { account_id: 1, submission_ids: [id], change, now }),
    );
  }
});
