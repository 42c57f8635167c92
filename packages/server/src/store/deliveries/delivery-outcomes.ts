/** Records the outcomes of attempts. The lease token fences each change, so a late worker changes nothing. */
import { declarationOf, type DestinationKind } from "../../domain/delivery/destination.ts";
import type { LoggedAttempt, Outcome } from "./outcome.ts";
import { sql } from "kysely";
import { ATTEMPT_COLUMNS } from "./delivery-log.ts";
import { compileOnce } from "../engine/compiled.ts";
import { given, rowsText, whole } from "../engine/dialect.ts";
import { DELIVERY_EVENT_COLUMNS, recordDeliveryEvents } from "../events/record-events.ts";
import type { Db, Schema } from "../engine/schema.ts";
import { recordAddressResults } from "../mail/address-results.ts";
import { recordDestinationResults } from "../destinations/destination-results.ts";

/**
 * Records a batch of outcomes in one transaction, with a fixed number of statements a round. Triggers of `delivery`
 * count the states of each submission's deliveries, and set its `webhook_sent_at`.
 *
 * @returns The ids of stale outcomes, whose leases were lost. Their attempts are logged as stale, and
 *   nothing else about them is changed.
 */
export async function recordOutcomes(
  db: Db,
  { outcomes, now }: { readonly outcomes: readonly Outcome[]; readonly now: number },
): Promise<readonly number[]> {
  const recorded: Outcome[] = [];
  const stale: number[] = [];
  for (const round of rounds(outcomes)) {
    const ended = await endLeases(db, round, now);
    const leased = new Set(ended.map(({ id }) => id));
    await recordDeliveryEvents(db, ended, now);
    await logAttempts(db, round, leased);
    recorded.push(...round.filter(({ id }) => leased.has(id)));
    stale.push(...round.filter(({ id }) => !leased.has(id)).map(({ id }) => id));
  }
  await recordAddressResults(db, { outcomes: recorded, now });
  await recordDestinationResults(db, { outcomes: recorded, now });
  return stale;
}

/** Splits a batch so that a round has each delivery once; two outcomes of one delivery keep their order. */
function rounds(outcomes: readonly Outcome[]): readonly (readonly Outcome[])[] {
  const found: Map<number, Outcome>[] = [];
  for (const outcome of outcomes) {
    const round = found.find((one) => !one.has(outcome.id));
    if (round === undefined) found.push(new Map([[outcome.id, outcome]]));
    else round.set(outcome.id, outcome);
  }
  return found.map((round) => [...round.values()]);
}

/**
 * Ends the leases that are still valid, and returns those deliveries. So does a late outcome whose lease was
 * taken back, if its delivery has not been claimed since: what the receiver answered is known, and sending
 * again would only repeat it.
 */
async function endLeases(db: Db, outcomes: readonly Outcome[], now: number) {
  const rows = outcomes.map(({ id, lease_token, next, isCounted, attempt }): EndedRow => ({
    id,
    claim: attempt?.number ?? null,
    lease_token,
    ...next,
    counted: isCounted ? 1 : 0,
  }));
  return endRows(db, { rows: rowsText(db, ENDED_TYPES, rows), now });
}

const endRows = compileOnce((db, p: { readonly rows: string; readonly now: number }) =>
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
    .where((row) =>
      row.or([
        row("delivery.lease_token", "=", row.ref("given.lease_token")),
        row.and([
          row("delivery.state", "=", sql.lit("queued")),
          row("delivery.claims", "=", row.ref("given.claim")),
          // An outcome that is written twice finds 0 here: its first write ended the lease.
          row("delivery.lost_workers", ">", sql.lit(0)),
        ]),
      ]),
    )
    .returning(DELIVERY_EVENT_COLUMNS),
);

const ENDED_TYPES = {
  id: "bigint",
  claim: "bigint",
  lease_token: "text",
  state: "text",
  reason: "text",
  next_attempt_at: "bigint",
  counted: "bigint",
} as const;

type EndedRow = Outcome["next"] &
  Pick<Outcome, "id" | "lease_token"> & {
    /** The number of the claim that was attempted; `null` if nothing was. */
    readonly claim: number | null;
    readonly counted: number;
  };

type Logged = Omit<LoggedAttempt, "status"> &
  ReturnType<typeof statusColumns> & { readonly delivery_id: number };

async function logAttempts(db: Db, outcomes: readonly Outcome[], leased: ReadonlySet<number>) {
  const attempts = outcomes.flatMap(({ id, kind, attempt }): readonly Logged[] => {
    if (attempt === undefined) return [];
    const { status, ...logged } = attempt;
    const columns = { ...logged, ...statusColumns(kind, status) };
    return [{ delivery_id: id, ...columns, ...(leased.has(id) ? NOT_STALE : STALE) }];
  });
  if (attempts.length === 0) return;
  await logRows(db, { rows: rowsText(db, ATTEMPT_TYPES, attempts) });
}

/** The number that the receiver answered with, in the column of its kind's protocol. */
function statusColumns(kind: DestinationKind | null, status: number | null) {
  const column = kind === null ? undefined : declarationOf(kind).statusColumn;
  return {
    http_status: column === "http_status" ? status : null,
    smtp_status: column === "smtp_status" ? status : null,
  };
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
  smtp_status: "bigint",
  error_code: "text",
  response_excerpt: "text",
  remote_ip: "text",
  next_attempt_at: "bigint",
} as const satisfies Record<keyof Logged, "bigint" | "text">;
const LOGGED_COLUMNS = [
  "delivery_id",
  ...ATTEMPT_COLUMNS,
] as const satisfies readonly (keyof typeof ATTEMPT_TYPES)[];

const logRows = compileOnce((db, p: { readonly rows: string }) =>
  db
    .insertInto("attempt")
    .columns(LOGGED_COLUMNS)
    .expression((from) =>
      from
        .selectFrom(given<Schema, Logged>(db, ATTEMPT_TYPES, p.rows))
        .select(LOGGED_COLUMNS)
        // A submission that was deleted in the meantime took its deliveries with it.
        .where("delivery_id", "in", (existing) =>
          existing
            .selectFrom("delivery")
            .select("delivery.id")
            .whereRef("delivery.id", "=", "given.delivery_id"),
        ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["delivery_id", "number"])
        // The log says `worker_lost` if the lease was taken back. Any other outcome was logged by an earlier
        // write of this one, whose answer was lost.
        .doUpdateSet((row) =>
          Object.fromEntries(ATTEMPT_COLUMNS.map((name) => [name, row.ref(`excluded.${name}`)])),
        )
        .where("attempt.outcome", "=", sql.lit("worker_lost")),
    ),
);
