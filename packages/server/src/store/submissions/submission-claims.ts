/** Submissions leased to consumers, so that several share one queue. The token of a lease fences all that follows. */
import { type SqlBool, sql } from "kysely";
import { AppError } from "../../domain/errors.ts";
import { CLAIM_STATE, type ClaimState } from "../../domain/submission-claim-state.ts";
import { forTaking } from "../engine/dialect.ts";
import type { Db, Flag } from "../engine/schema.ts";
import { nonEmptyCounters, firstIdsOfCounters } from "./submission-counters.ts";

/** Leases and put-off rows that have come to their end are looked through in such portions. */
const MAX_ENDED = 1_000;
/** When others are taking the same rows at the moment, the next ones are tried so often. */
const MAX_ROUNDS = 10;

/** Whose submissions: of the account, or of one form. */
interface Reach {
  readonly account_id: number;
  readonly form_id?: number | undefined;
}

export interface Lease {
  /** Oldest first. */
  readonly submission_ids: readonly number[];
  readonly lease_token: string;
  /** Milliseconds since the epoch. */
  readonly lease_expires_at: number;
}

interface Claiming extends Reach {
  /** Spam, ham, or both of what is unread and not in the trash. */
  readonly spam: Flag | undefined;
  readonly limit: number;
  readonly consumer: string;
  readonly lease_token: string;
  readonly lease_expires_at: number;
  readonly now: number;
}

/**
 * Leases the oldest that nobody holds, and raises `claim_count`. What others are taking at the moment
 * is passed over.
 */
export async function claimSubmissions(db: Db, asked: Claiming): Promise<Lease> {
  const { lease_token, lease_expires_at } = asked;
  const claimed: number[] = [];
  let above = 0;
  for (let round = 0; round < MAX_ROUNDS && claimed.length < asked.limit; round += 1) {
    const limit = asked.limit - claimed.length;
    const found = await claimable(db, { ...asked, limit, above });
    claimed.push(...(await lease(db, found, asked)));
    above = found.at(-1) ?? above;
    if (found.length < limit) break;
  }
  return { submission_ids: claimed, lease_token, lease_expires_at };
}

/** The first ids that a claim may take, smallest first; what another process is taking included. */
async function claimable(
  db: Db,
  asked: Claiming & { readonly above: number },
): Promise<readonly number[]> {
  const free = await claimableOf(db, "free", asked).execute();
  const ended = await claimableOf(db, "ended", asked).execute();
  return [...free, ...ended]
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .slice(0, asked.limit);
}

/** The query of either part; exported so that a test can ask how it is planned. */
export function claimableOf(
  db: Db,
  part: "free" | "ended",
  {
    account_id,
    form_id,
    spam,
    limit,
    now,
    above,
  }: Pick<Claiming, "account_id" | "form_id" | "spam" | "limit" | "now"> & {
    readonly above: number;
  },
) {
  const states = { read: 0, trash: 0, ...(spam === undefined ? {} : { spam }) } as const;
  const ofCell = sql`form_id = cell.form_id and spam = cell.spam and read = 0 and trash = 0`;
  const first =
    part === "free"
      ? sql<{ id: number }>`(select id from submission
          where ${ofCell} and claim_state = ${sql.lit(CLAIM_STATE.free)} and id > ${above} order by id limit ${limit})`
      : // By time through the index, then by age: whoever came first goes first.
        sql<{ id: number }>`(select id from (select id from submission
            where ${ofCell} and claim_state = ${sql.lit(CLAIM_STATE.leased)} and claim_state_until <= ${now} and id > ${above}
            order by claim_state_until limit ${sql.lit(MAX_ENDED)}) as ended
          order by id limit ${limit})`;
  return firstIdsOfCounters(db, nonEmptyCounters(db, { account_id, form_id, states }), first)
    .orderBy("submission.id")
    .limit(limit);
}

async function lease(
  db: Db,
  ids: readonly number[],
  { now, lease_token, lease_expires_at, consumer }: Claiming,
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  // Looked at again under the lock: another process may have taken some since.
  const rows = await forTaking(
    db,
    db
      .selectFrom("submission")
      .select("id")
      .where("id", "in", [...ids])
      .where("read", "=", 0)
      .where("trash", "=", 0)
      .where(
        sql<SqlBool>`(claim_state = ${sql.lit(CLAIM_STATE.free)} or (claim_state = ${sql.lit(CLAIM_STATE.leased)} and claim_state_until <= ${now}))`,
      )
      .orderBy("id"),
  ).execute();
  const taken = rows.map(({ id }) => id);
  if (taken.length === 0) return [];
  await db
    .updateTable("submission")
    .set((old) => ({
      claim_state: CLAIM_STATE.leased,
      claim_state_until: lease_expires_at,
      lease_token,
      lease_consumer: consumer,
      claim_count: old("claim_count", "+", 1),
    }))
    .where("id", "in", taken)
    .execute();
  return taken;
}

/** What becomes of a submission that is given back. */
export type Return =
  | { readonly kind: "free" }
  /** Until `until`, in milliseconds since the epoch, no claim takes it. */
  | { readonly kind: "put_off"; readonly until: number }
  /** No claim takes it until it is marked unread. */
  | { readonly kind: "dead" };

const CLAIM_STATE_OF = {
  free: CLAIM_STATE.free,
  put_off: CLAIM_STATE.leased,
  dead: CLAIM_STATE.dead,
} as const satisfies Record<Return["kind"], ClaimState>;

/**
 * Ends the lease of those that the token still holds.
 *
 * @returns Their ids. The others were read meanwhile, or their lease came to its end.
 * @throws AppError `conflict` when the token holds none of them.
 */
export async function releaseSubmissions(
  db: Db,
  {
    submission_ids,
    as,
    ...scope
  }: LeaseScope & { readonly submission_ids: readonly number[]; readonly as: Return },
): Promise<readonly number[]> {
  const rows = await leasedBy(db.updateTable("submission"), scope, submission_ids)
    .set({
      claim_state: CLAIM_STATE_OF[as.kind],
      claim_state_until: as.kind === "put_off" ? as.until : null,
      lease_token: null,
      lease_consumer: null,
    })
    .returning("id")
    .execute();
  if (rows.length === 0) throw leaseEnded();
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/**
 * Moves the end of the lease of those that the token still holds, or of all that it holds.
 *
 * @throws AppError `conflict` when the token holds none of them.
 */
export async function extendLeases(
  db: Db,
  {
    submission_ids,
    lease_expires_at,
    ...scope
  }: LeaseScope & {
    readonly submission_ids: readonly number[] | undefined;
    readonly lease_expires_at: number;
  },
): Promise<Lease> {
  const rows = await leasedBy(db.updateTable("submission"), scope, submission_ids)
    .set({ claim_state_until: lease_expires_at })
    .returning("id")
    .execute();
  if (rows.length === 0) throw leaseEnded();
  return {
    submission_ids: rows.map(({ id }) => id).toSorted((a, b) => a - b),
    lease_token: scope.lease_token,
    lease_expires_at,
  };
}

interface LeaseScope extends Reach {
  readonly lease_token: string;
  readonly now: number;
}

/** A lease that has come to its end is over, even when nobody has claimed the submission since. */
function leasedBy(
  update: ReturnType<typeof updating>,
  { account_id, form_id, lease_token, now }: LeaseScope,
  ids: readonly number[] | undefined,
) {
  let query = update
    .where("lease_token", "=", lease_token)
    .where("claim_state_until", ">", now)
    .where("account_id", "=", account_id);
  if (form_id !== undefined) query = query.where("form_id", "=", form_id);
  if (ids !== undefined) query = query.where("id", "in", [...ids]);
  return query;
}

const updating = (db: Db) => db.updateTable("submission");

function leaseEnded(): AppError {
  return new AppError(
    "conflict",
    "This lease_token holds none of these submissions: the lease has come to its end, or they were read or given back. Claim again to get what is left.",
  );
}
