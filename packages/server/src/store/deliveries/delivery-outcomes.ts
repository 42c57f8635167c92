/** Settles attempts: each change is fenced by its lease, so a late worker touches nothing. */
import type { Outcome } from "./outcome.ts";
import { sql } from "kysely";
import { compiledOnce } from "../engine/compiled.ts";
import { given, idsText, isAmong, rowsText, whole } from "../engine/dialect.ts";
import {
  DELIVERY_EVENT_COLUMNS,
  recordDeliveryEvents,
  type ChangedDelivery,
} from "../events/record-events.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { recordWebhookResults } from "../webhooks/webhook-results.ts";

/**
 * All of a batch in one transaction, by a handful of statements whatever its size.
 *
 * @returns The ids of those that were stale: their leases were lost. An attempt of theirs is logged as
 *   stale, and nothing else of them is changed.
 */
export async function recordOutcomes(
  db: Db,
  { outcomes, now }: { readonly outcomes: readonly Outcome[]; readonly now: number },
): Promise<readonly number[]> {
  const settled: Outcome[] = [];
  const stale: number[] = [];
  for (const round of rounds(outcomes)) {
    const ended = await endLeases(db, round, now);
    const held = new Set(ended.map(({ id }) => id));
    await recordDeliveryEvents(db, ended, now);
    await logAttempts(db, round, held);
    settled.push(...round.filter(({ id }) => held.has(id)));
    stale.push(...round.filter(({ id }) => !held.has(id)).map(({ id }) => id));
  }
  await noteSent(db, settled, now);
  await recordWebhookResults(db, { settled, now });
  return stale;
}

/** Each delivery once a round: of two leases of one delivery, the first outcome comes first. */
function rounds(outcomes: readonly Outcome[]): readonly (readonly Outcome[])[] {
  const found: Map<number, Outcome>[] = [];
  for (const outcome of outcomes) {
    const round = found.find((one) => !one.has(outcome.id));
    if (round === undefined) found.push(new Map([[outcome.id, outcome]]));
    else round.set(outcome.id, outcome);
  }
  return found.map((round) => [...round.values()]);
}

/** The deliveries whose lease still held. */
async function endLeases(
  db: Db,
  outcomes: readonly Outcome[],
  now: number,
): Promise<readonly ChangedDelivery[]> {
  const rows = outcomes.map(({ id, lease_token, next, is_counted }): EndedRow => ({
    id,
    lease_token,
    ...next,
    counted: is_counted ? 1 : 0,
  }));
  return endRows(db, { rows: rowsText(db, ENDED_TYPES, rows), now });
}

const endRows = compiledOnce((db, p: { readonly rows: string; readonly now: number }) =>
  db
    .updateTable("delivery")
    .from(given<Schema, EndedRow>(db, ENDED_TYPES, p.rows))
    .set((row) => ({
      lease_token: null,
      lease_expires_at: null,
      lost_workers: sql.lit(0),
      state: row.ref("given.state"),
      reason: row.ref("given.reason"),
      next_attempt_at: row.ref("given.next_attempt_at"),
      finished_at: row.case().when("given.state", "<>", sql.lit("queued")).then(whole(p.now)).end(),
      attempts_made: row("delivery.attempts_made", "+", row.ref("given.counted")),
    }))
    .whereRef("delivery.id", "=", "given.id")
    .whereRef("delivery.lease_token", "=", "given.lease_token")
    .returning(DELIVERY_EVENT_COLUMNS),
);

const ENDED_TYPES = {
  id: "bigint",
  lease_token: "text",
  state: "text",
  reason: "text",
  next_attempt_at: "bigint",
  counted: "bigint",
} as const;

type EndedRow = Outcome["next"] &
  Pick<Outcome, "id" | "lease_token"> & { readonly counted: number };

type Logged = NonNullable<Outcome["attempt"]> & { readonly delivery_id: number };

async function logAttempts(
  db: Db,
  outcomes: readonly Outcome[],
  held: ReadonlySet<number>,
): Promise<void> {
  const attempts = outcomes.flatMap(({ id, attempt }): readonly Logged[] =>
    attempt === undefined
      ? []
      : [{ delivery_id: id, ...attempt, ...(held.has(id) ? NOT_STALE : STALE) }],
  );
  if (attempts.length === 0) return;
  await logRows(db, { rows: rowsText(db, ATTEMPT_TYPES, attempts) });
}

const NOT_STALE = {};
const STALE = { outcome: "stale" } as const;

const ATTEMPT_TYPES = {
  delivery_id: "bigint",
  number: "bigint",
  started_at: "bigint",
  duration_ms: "bigint",
  outcome: "text",
  http_status: "bigint",
  error_code: "text",
  response_excerpt: "text",
  remote_ip: "text",
  next_attempt_at: "bigint",
} as const satisfies Record<keyof Logged, "bigint" | "text">;
const ATTEMPT_COLUMNS = [
  "delivery_id",
  "number",
  "started_at",
  "duration_ms",
  "outcome",
  "http_status",
  "error_code",
  "response_excerpt",
  "remote_ip",
  "next_attempt_at",
] as const satisfies readonly (keyof typeof ATTEMPT_TYPES)[];

const logRows = compiledOnce((db, p: { readonly rows: string }) =>
  db
    .insertInto("attempt")
    .columns(ATTEMPT_COLUMNS)
    .expression((from) =>
      from
        .selectFrom(given<Schema, Logged>(db, ATTEMPT_TYPES, p.rows))
        .select(ATTEMPT_COLUMNS)
        // Nothing is left to log for a submission that was deleted meanwhile.
        .where("delivery_id", "in", (kept) =>
          kept
            .selectFrom("delivery")
            .select("delivery.id")
            .whereRef("delivery.id", "=", "given.delivery_id"),
        ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["delivery_id", "number"])
        .doUpdateSet((row) => ({ outcome: row.ref("excluded.outcome") })),
    ),
);

async function noteSent(db: Db, settled: readonly Outcome[], now: number): Promise<void> {
  const ids = settled
    .filter(({ next }) => next.state === "succeeded")
    .flatMap((outcome) => outcome.submission_id ?? []);
  if (ids.length > 0) await sentAt(db, { ids: idsText(db, ids), now });
}

const sentAt = compiledOnce((db, p: { readonly ids: string; readonly now: number }) =>
  db
    .updateTable("submission")
    .set({ webhook_sent_at: p.now })
    .where(isAmong(db, "id", p.ids))
    .where("webhook_sent_at", "is", null),
);
