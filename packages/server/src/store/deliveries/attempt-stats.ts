/** How the latest attempts of an account went: read backwards from the newest, so many and no more. */
import { sql } from "kysely";
import type { AttemptTable, Db } from "../engine/schema.ts";

/** Attempts that the figures are about. */
export const MAX_ATTEMPTS = 2_000;
/** Attempts are kept for all accounts together: so many slices are looked through for those of one. */
const MAX_SLICES = 5;

export interface AttemptStats {
  /** Newest first; at most {@link MAX_ATTEMPTS}. */
  readonly attempts: readonly {
    readonly outcome: AttemptTable["outcome"];
    readonly duration_ms: number;
  }[];
  /** When the oldest of them began; `null` when there is none. */
  readonly since: number | null;
}

export async function attemptStats(
  db: Db,
  { account_id }: { readonly account_id: number },
): Promise<AttemptStats> {
  const found: Awaited<ReturnType<typeof slice>>[number][] = [];
  let below: number | undefined;
  for (let n = 0; n < MAX_SLICES && found.length < MAX_ATTEMPTS; n += 1) {
    const rows = await slice(db, below);
    found.push(...rows.filter((row) => row.account_id === account_id));
    below = rows.at(-1)?.id;
    if (rows.length < MAX_ATTEMPTS) break;
  }
  const attempts = found.slice(0, MAX_ATTEMPTS);
  return {
    attempts: attempts.map(({ outcome, duration_ms }) => ({ outcome, duration_ms })),
    since: attempts.at(-1)?.started_at ?? null,
  };
}

async function slice(db: Db, below: number | undefined) {
  let query = db
    .selectFrom("attempt")
    .select([
      "id",
      "outcome",
      "duration_ms",
      "started_at",
      // Not joined: it is to be one probe a row, whatever is known of the tables' sizes.
      sql<number>`(select account_id from delivery where delivery.id = attempt.delivery_id)`.as(
        "account_id",
      ),
    ])
    .orderBy("id", "desc")
    .limit(MAX_ATTEMPTS);
  if (below !== undefined) query = query.where("id", "<", below);
  return query.execute();
}
