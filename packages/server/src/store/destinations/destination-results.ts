/** Applies a batch of outcomes to the destinations: counts failures, and disables failing and gone webhooks. */
import { sql, type SqlBool } from "kysely";
import { compileOnce } from "../engine/compiled.ts";
import { forChanging, given, idsText, isAmong, rowsText, whole } from "../engine/dialect.ts";
import type { Outcome } from "../deliveries/outcome.ts";
import { IS_WEBHOOK } from "./kinds-in-sql.ts";
import { idsOf } from "../engine/paging.ts";
import type { Db } from "../engine/schema.ts";

/** A webhook that has only failed for this long is disabled when its next delivery is given up. */
const FAILING_FOR_MS = 5 * 24 * 3_600 * 1_000;

interface Result {
  readonly id: number;
  readonly failures: number;
  readonly has_succeeded: 0 | 1;
  /** A delivery was given up, and none succeeded. */
  readonly hasGivenUp: boolean;
  /** Stored addresses that take nothing more. */
  readonly gone: readonly string[];
}

/** Updates each destination at most once a batch; one that only succeeds, as before, is not updated. */
export async function recordDestinationResults(
  db: Db,
  { outcomes, now }: { readonly outcomes: readonly Outcome[]; readonly now: number },
): Promise<void> {
  const results = [...Map.groupBy(outcomes, ({ destination_id }) => destination_id)].map(resultOf);
  const ids = await lockChanging(db, results);
  if (ids.size === 0) return;
  const changing = results.filter(({ id }) => ids.has(id));
  await countResults(db, changing, now);
  const gone = changing.flatMap(({ id, gone: stored }) =>
    stored.map((address) => sql<SqlBool>`(id = ${id} and coalesce(secret_url, url) = ${address})`),
  );
  if (gone.length > 0) {
    await disable(db, "gone")
      .where((webhook) => webhook.or(gone))
      .execute();
  }
  const givenUp = changing.filter(({ hasGivenUp }) => hasGivenUp).map(({ id }) => id);
  if (givenUp.length > 0) {
    await disable(db, "failing")
      .where("id", "in", givenUp)
      .where("failing_since", "<=", now - FAILING_FOR_MS)
      .execute();
  }
}

function resultOf([id, own]: readonly [number, readonly Outcome[]]): Result {
  const failures = own.filter(
    ({ next, isCounted, isTest }) => isCounted && next.state !== "succeeded" && isTest !== true,
  ).length;
  const hasSucceeded = own.some(({ next }) => next.state === "succeeded");
  const hasGivenUp = own.some(({ next }) => next.state === "exhausted" || next.state === "blocked");
  return {
    id,
    failures,
    has_succeeded: hasSucceeded ? 1 : 0,
    hasGivenUp: hasGivenUp && failures > 0 && !hasSucceeded,
    gone: own.flatMap(({ goneAddress }) => goneAddress ?? []),
  };
}

/** Locks the destinations whose rows change, in the order of their ids, and returns their ids. */
async function lockChanging(db: Db, results: readonly Result[]): Promise<ReadonlySet<number>> {
  const failed = results.filter(({ failures, gone }) => failures > 0 || gone.length > 0);
  const touched = results.filter((one) => one.has_succeeded === 1 || failed.includes(one));
  if (touched.length === 0) return new Set();
  const rows = await changing(db, {
    touched: idsText(db, idsOf(touched)),
    failed: idsText(db, idsOf(failed)),
  });
  return new Set(rows.map(({ id }) => id));
}

const changing = compileOnce((db, p: { readonly touched: string; readonly failed: string }) =>
  forChanging(
    db,
    db
      .selectFrom("webhook")
      .select("id")
      .where(isAmong(db, "id", p.touched))
      .where((webhook) =>
        webhook.or([webhook("failure_count", "<>", sql.lit(0)), isAmong(db, "id", p.failed)]),
      )
      .orderBy("id"),
  ),
);

async function countResults(db: Db, results: readonly Result[], now: number): Promise<void> {
  const rows = results.map(({ id, failures, has_succeeded }) => ({ id, failures, has_succeeded }));
  await count(db, { rows: rowsText(db, RESULT_TYPES, rows), now });
}

const count = compileOnce((db, p: { readonly rows: string; readonly now: number }) => {
  const hasSucceeded = sql<boolean>`given.has_succeeded = 1`;
  const hasFailed = sql<boolean>`given.failures > 0`;
  return db
    .updateTable("webhook")
    .from(given(db, RESULT_TYPES, p.rows))
    .set({
      failure_count: sql<number>`given.failures
        + case when ${hasSucceeded} then 0 else webhook.failure_count end`,
      last_failure_at: sql<number>`
        case when ${hasFailed} then ${whole(p.now)} else webhook.last_failure_at end`,
      failing_since: sql<number | null>`case
        when ${hasSucceeded} then null
        when ${hasFailed} then coalesce(webhook.failing_since, ${whole(p.now)})
        else webhook.failing_since end`,
    })
    .whereRef("webhook.id", "=", "given.id");
});

const RESULT_TYPES = { id: "bigint", failures: "bigint", has_succeeded: "bigint" } as const;

const disable = (db: Db, disabled_reason: "gone" | "failing") =>
  db
    .updateTable("webhook")
    .set({ enabled: 0, disabled_reason })
    .where("enabled", "=", 1)
    .where(IS_WEBHOOK);
