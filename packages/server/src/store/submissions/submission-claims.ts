/** Leases submissions to consumers, so that several share one queue. A lease token fences every later call. */
import { type SqlBool, sql } from "kysely";
import { AppError } from "../../domain/errors.ts";
import { CLAIM_STATE, type ClaimState } from "../../domain/submission/submission-claim-state.ts";
import { forTaking } from "../engine/dialect.ts";
import { type AccountScope, isPartial } from "../engine/paging.ts";
import { ofForms } from "../forms/live-forms.ts";
import type { Flag, Db } from "../engine/schema.ts";
import { nonEmptyCounters, firstIdsOfCounters } from "./submission-counters.ts";

/** A claim sorts at most this many expired leases and deferrals by id. */
const MAX_EXPIRED = 1_000;
/** If other processes are claiming the same rows, a claim tries the next rows this often. */
const MAX_ROUNDS = 10;

export interface Lease {
  /** Oldest first. */
  readonly submission_ids: readonly number[];
  readonly lease_token: string;
  /** Milliseconds since the epoch. */
  readonly lease_expires_at: number;
}

interface ClaimRequest extends AccountScope {
  /** Claims only spam or only ham; `undefined` claims both. */
  readonly spam: Flag | undefined;
  readonly limit: number;
  readonly consumer: string;
  readonly lease_token: string;
  readonly lease_expires_at: number;
  readonly now: number;
}

/**
 * Leases the oldest claimable submissions, and raises `claim_count`. Skips rows that another process is
 * claiming.
 */
export async function claimSubmissions(db: Db, request: ClaimRequest): Promise<Lease> {
  const { lease_token, lease_expires_at } = request;
  const claimed: number[] = [];
  let above = 0;
  for (let round = 0; round < MAX_ROUNDS && claimed.length < request.limit; round += 1) {
    const limit = request.limit - claimed.length;
    const found = await claimable(db, { ...request, limit, above });
    claimed.push(...(await lease(db, found, request)));
    above = found.at(-1) ?? above;
    if (found.length < limit) break;
  }
  return { submission_ids: claimed, lease_token, lease_expires_at };
}

/** The smallest claimable ids, in order, including those that another process is claiming. */
async function claimable(db: Db, request: ClaimRequest & { readonly above: number }) {
  const free = await claimableOf(db, "free", request).execute();
  const expired = await claimableOf(db, "expired", request).execute();
  return [...free, ...expired]
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .slice(0, request.limit);
}

interface ClaimableOfArgs extends Pick<
  ClaimRequest,
  keyof AccountScope | "spam" | "limit" | "now"
> {
  readonly above: number;
}

/** The query for free submissions, or for expired leases and deferrals; exported so that tests can check its plan. */
export function claimableOf(
  db: Db,
  part: "free" | "expired",
  { account_id, form_id, project_id, member_id, spam, limit, now, above }: ClaimableOfArgs,
) {
  const scope = { account_id, form_id, project_id, member_id };
  const states = { read: 0, trash: 0, ...(spam === undefined ? {} : { spam }) } as const;
  const isCounted = sql`form_id = counter.form_id and spam = counter.spam and read = 0 and trash = 0`;
  const first =
    part === "free"
      ? sql<{ id: number }>`(select id from submission
          where ${isCounted} and claim_state = ${sql.lit(CLAIM_STATE.free)} and id > ${above} order by id limit ${limit})`
      : // Read by time through the index, then sorted by id: the oldest submission first.
        sql<{ id: number }>`(select id from (select id from submission
            where ${isCounted} and claim_state = ${sql.lit(CLAIM_STATE.leased)} and claim_state_until <= ${now} and id > ${above}
            order by claim_state_until limit ${sql.lit(MAX_EXPIRED)}) as expired
          order by id limit ${limit})`;
  return firstIdsOfCounters(db, nonEmptyCounters(db, { ...scope, states }), first)
    .orderBy("submission.id")
    .limit(limit);
}

async function lease(
  db: Db,
  ids: readonly number[],
  { now, lease_token, lease_expires_at, consumer }: ClaimRequest,
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  // Checked again under the lock: another process may have claimed some in the meantime.
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
  const leased = rows.map(({ id }) => id);
  if (leased.length === 0) return [];
  await db
    .updateTable("submission")
    .set((old) => ({
      claim_state: CLAIM_STATE.leased,
      claim_state_until: lease_expires_at,
      lease_token,
      lease_consumer: consumer,
      claim_count: old("claim_count", "+", 1),
    }))
    .where("id", "in", leased)
    .execute();
  return leased;
}

export type ReleaseTo =
  | { readonly kind: "free" }
  /** Not claimable until `until`, in milliseconds since the epoch. */
  | { readonly kind: "deferred"; readonly until: number }
  /** Not claimable until it is marked unread. */
  | { readonly kind: "dead" };

const CLAIM_STATE_OF = {
  free: CLAIM_STATE.free,
  deferred: CLAIM_STATE.leased,
  dead: CLAIM_STATE.dead,
} as const satisfies Record<ReleaseTo["kind"], ClaimState>;

/**
 * Ends the lease of those submissions that the token still leases.
 *
 * @returns Their ids. The others were read, or their lease expired.
 * @throws AppError `conflict` if the token leases none of them.
 */
export async function releaseSubmissions(
  db: Db,
  {
    submission_ids,
    as,
    ...scope
  }: LeaseScope & { readonly submission_ids: readonly number[]; readonly as: ReleaseTo },
): Promise<readonly number[]> {
  const rows = await leasedBy(db.updateTable("submission"), scope, submission_ids)
    .set({
      claim_state: CLAIM_STATE_OF[as.kind],
      claim_state_until: as.kind === "deferred" ? as.until : null,
      lease_token: null,
      lease_consumer: null,
    })
    .returning("id")
    .execute();
  if (rows.length === 0) throw leaseEnded();
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

interface ExtendLeasesArgs extends LeaseScope {
  readonly submission_ids: readonly number[] | undefined;
  readonly lease_expires_at: number;
}

/**
 * Sets a new end for the leases of the token: of `submission_ids`, or of all if that is `undefined`.
 *
 * @throws AppError `conflict` if the token leases none of them.
 */
export async function extendLeases(
  db: Db,
  { submission_ids, lease_expires_at, ...scope }: ExtendLeasesArgs,
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

type LeaseScope = AccountScope & { readonly lease_token: string; readonly now: number };

/** Restricts an update to unexpired leases of the token. An expired lease is over even if no other claim followed. */
function leasedBy(
  update: ReturnType<typeof updating>,
  { account_id, lease_token, now, ...scope }: LeaseScope,
  ids: readonly number[] | undefined,
) {
  let query = update
    .where("lease_token", "=", lease_token)
    .where("claim_state_until", ">", now)
    .where("account_id", "=", account_id);
  if (isPartial(scope)) query = query.where(ofForms("form_id", scope));
  if (ids !== undefined) query = query.where("id", "in", [...ids]);
  return query;
}

const updating = (db: Db) => db.updateTable("submission");

const leaseEnded = (): AppError =>
  new AppError(
    "conflict",
    "This lease_token leases none of these submissions: the lease has expired, or they were read or released. Claim again to get the remaining ones.",
  );
