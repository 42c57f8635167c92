/** Outcomes and durations of an account's latest attempts, read backwards from the newest, up to a limit. */
import { sql } from "kysely";
import { type AccountScope, isPartial } from "../engine/paging.ts";
import { ofForms } from "../forms/live-forms.ts";
import type { Db } from "../engine/schema.ts";

/** The statistics cover at most this many attempts. */
export const MAX_ATTEMPTS = 2_000;
/** The table holds the attempts of all accounts: at most this many slices are searched for one account's. */
const MAX_SLICES = 5;

export type AttemptStats = Awaited<ReturnType<typeof attemptStats>>;

/** Attempts of one account, or of the forms of a project, among the newest {@link MAX_ATTEMPTS} × {@link MAX_SLICES} of all accounts. */
export async function attemptStats(db: Db, scope: AccountScope) {
  const found: Awaited<ReturnType<typeof slice>>[number][] = [];
  let below: number | undefined;
  for (let n = 0; n < MAX_SLICES && found.length < MAX_ATTEMPTS; n += 1) {
    const rows = await slice(db, scope, below);
    found.push(...rows.filter(({ own }) => own !== null));
    below = rows.at(-1)?.id;
    if (rows.length < MAX_ATTEMPTS) break;
  }
  const attempts = found.slice(0, MAX_ATTEMPTS);
  return {
    /** Newest first; at most {@link MAX_ATTEMPTS}. */
    attempts: attempts.map(({ outcome, duration_ms }) => ({ outcome, duration_ms })),
    /** Start of the oldest of them, in milliseconds since the epoch; `null` if there is none. */
    since: attempts.at(-1)?.started_at ?? null,
  };
}

async function slice(db: Db, { account_id, ...scope }: AccountScope, below: number | undefined) {
  const inScope = isPartial(scope) ? sql` and ${ofForms("delivery.form_id", scope)}` : sql``;
  let query = db
    .selectFrom("attempt")
    .select([
      "id",
      "outcome",
      "duration_ms",
      "started_at",
      // A subquery, not a join: one index probe a row, whatever the planner assumes about table sizes.
      sql<number | null>`(select 1 from delivery where delivery.id = attempt.delivery_id
        and delivery.account_id = ${account_id}${inScope})`.as("own"),
    ])
    .orderBy("id", "desc")
    .limit(MAX_ATTEMPTS);
  if (below !== undefined) query = query.where("id", "<", below);
  return query.execute();
}
