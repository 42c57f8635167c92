/** The table lead_score after intake: claim leads, record their scores, recover lost leases. */
import { type ExpressionBuilder, sql } from "kysely";
import { parseSettings } from "../../domain/form.ts";
import { type LeadScore, withLeadDefaults } from "../../domain/submission/lead.ts";
import { forTaking, memberIsTrue } from "../engine/dialect.ts";
import { holderIsDead, type LostHolders } from "../postgres/presence.ts";
import type { Db, Schema } from "../engine/schema.ts";

export interface ClaimedLead {
  readonly submission_id: number;
  readonly tries: number;
  /** When it was queued. */
  readonly created_at: number;
}

interface ClaimLeadsArgs {
  readonly now: number;
  readonly lease_token: string;
  readonly lease_expires_at: number;
  readonly limit: number;
  /** Claims only leads queued before this time; `undefined` claims all. */
  readonly created_before: number | undefined;
}

/** Leases leads whose next try is due, the longest due first. */
export async function claimLeads(
  db: Db,
  { now, lease_token, lease_expires_at, limit, created_before }: ClaimLeadsArgs,
): Promise<readonly ClaimedLead[]> {
  let due = db
    .selectFrom("lead_score")
    .select("submission_id")
    .where("next_try_at", "<=", now)
    .orderBy("next_try_at")
    .limit(limit);
  if (created_before !== undefined) due = due.where("created_at", "<", created_before);
  return db
    .updateTable("lead_score")
    .set({ next_try_at: null, lease_token, lease_expires_at })
    .where("submission_id", "in", forTaking(db, due))
    .returning(["submission_id", "tries", "created_at"])
    .execute();
}

/** When the next lead is due; `undefined` if none is queued. */
export async function nextLeadAt(db: Db, _: Record<string, never>): Promise<number | undefined> {
  const row = await db
    .selectFrom("lead_score")
    .select("next_try_at")
    .where("next_try_at", "is not", null)
    .orderBy("next_try_at")
    .limit(1)
    .executeTakeFirst();
  return row?.next_try_at ?? undefined;
}

export type LeadOutcome = { readonly submission_id: number; readonly lease_token: string } & (
  | { readonly kind: "scored"; readonly score: LeadScore }
  /** A try failed; the next one is due at `at`. */
  | { readonly kind: "later"; readonly at: number }
  /** Nothing was tried, so no try is counted; due again at `at`. */
  | { readonly kind: "untried"; readonly at: number }
  /** Its form no longer scores leads, or it is spam now. */
  | { readonly kind: "dropped" }
);

/**
 * Records the outcome of a claimed lead, unless its lease was lost. Deliveries that wait for the score
 * become due.
 *
 * @returns Whether a delivery may be due.
 */
export async function recordLeadOutcome(
  db: Db,
  { now, ...outcome }: LeadOutcome & { readonly now: number },
): Promise<boolean> {
  const { submission_id, lease_token } = outcome;
  const leased = (row: ExpressionBuilder<Schema, "lead_score">) =>
    row.and({ submission_id, lease_token });
  if (outcome.kind === "dropped") {
    const { numDeletedRows } = await db
      .deleteFrom("lead_score")
      .where(leased)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n && bringForward(db, { submission_id, now });
  }
  const free = { lease_token: null, lease_expires_at: null };
  const { numUpdatedRows } = await db
    .updateTable("lead_score")
    .set((old) =>
      outcome.kind === "scored"
        ? { ...free, ...outcome.score, scored_at: now, tries: old("tries", "+", 1) }
        : {
            ...free,
            next_try_at: outcome.at,
            ...(outcome.kind === "later" ? { tries: old("tries", "+", 1) } : {}),
          },
    )
    .where(leased)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n || outcome.kind !== "scored") return false;
  await db
    .updateTable("submission")
    .set({ updated_at: now })
    .where("id", "=", submission_id)
    .execute();
  return bringForward(db, { submission_id, now });
}

/** Makes deliveries due that were never claimed: only those wait for the score, others for a retry. */
async function bringForward(
  db: Db,
  { submission_id, now }: { readonly submission_id: number; readonly now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("delivery")
    .set({ next_attempt_at: now })
    .where("submission_id", "=", submission_id)
    .where("state", "=", sql.lit("queued"))
    .where("claims", "=", 0)
    .where("next_attempt_at", ">", now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A process leases only a few leads at a time, so this covers many dead processes. */
const MAX_RECOVERED = 100;

/** Queues leads again whose process died or whose lease expired. Returns how many there were. */
export async function recoverLeads(db: Db, holders: LostHolders): Promise<number> {
  const { now } = holders;
  const lost = db
    .selectFrom("lead_score")
    .select("submission_id")
    .where("lease_token", "is not", null)
    .where((lease) => lease.or([lease("lease_expires_at", "<=", now), holderIsDead(db, holders)]))
    .limit(MAX_RECOVERED);
  const { numUpdatedRows } = await db
    .updateTable("lead_score")
    .set((old) => ({
      next_try_at: now,
      lease_token: null,
      lease_expires_at: null,
      // Counted as a try, so that a lead that kills its process each time is given up in the end.
      tries: old("tries", "+", 1),
    }))
    .where("submission_id", "in", forTaking(db, lost))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Queues submissions for scoring that were marked ham after intake, and delays their deliveries meanwhile. */
export async function queueLeads(
  db: Db,
  { submission_ids, now }: { readonly submission_ids: readonly number[]; readonly now: number },
): Promise<void> {
  if (submission_ids.length === 0) return;
  const scored = await db
    .selectFrom("submission")
    .innerJoin("form", "form.id", "submission.form_id")
    .select(["submission.id", "form.settings"])
    .where("submission.id", "in", [...submission_ids])
    .where(memberIsTrue(db, "form.settings", ["lead_scoring", "enabled"]), "=", 1)
    .execute();
  for (const { id, settings } of scored) {
    const { delivery_wait_seconds } = withLeadDefaults(parseSettings(settings).lead_scoring);
    await queueLead(db, { submission_id: id, delivery_wait_seconds, now });
  }
}

interface QueueLeadArgs {
  readonly submission_id: number;
  readonly delivery_wait_seconds: number;
  readonly now: number;
}

async function queueLead(db: Db, { submission_id, delivery_wait_seconds, now }: QueueLeadArgs) {
  const queued = await db
    .insertInto("lead_score")
    .values({
      submission_id,
      score: null,
      score_reasoning: null,
      score_location_info: null,
      next_try_at: now,
      lease_token: null,
      lease_expires_at: null,
      created_at: now,
      scored_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("submission_id")
    .executeTakeFirst();
  if (queued === undefined || delivery_wait_seconds === 0) return;
  await db
    .updateTable("delivery")
    .set({ next_attempt_at: now + delivery_wait_seconds * 1_000 })
    .where("submission_id", "=", submission_id)
    .where("state", "=", sql.lit("queued"))
    .where("claims", "=", 0)
    .execute();
}

/** Scores by submission id; a submission without a score is left out. */
export async function scoresOf(
  db: Db,
  { ids }: { readonly ids: readonly number[] },
): Promise<ReadonlyMap<number, LeadScore>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("lead_score")
    .select(["submission_id", "score", "score_reasoning", "score_location_info"])
    .where("submission_id", "in", [...ids])
    .execute();
  return new Map(
    rows.flatMap(({ submission_id, score, score_reasoning, score_location_info }) =>
      score === null || score_reasoning === null
        ? []
        : [[submission_id, { score, score_reasoning, score_location_info }] as const],
    ),
  );
}
