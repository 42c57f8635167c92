/** Counts e-mails that failed for good because of their address, and suppresses addresses where they keep failing. */
import { sql } from "kysely";
import { MAILTO } from "../../domain/destination.ts";
import { addressKey, parseAddress } from "../../domain/mail/address.ts";
import type { Outcome } from "../deliveries/outcome.ts";
import type { Db } from "../engine/schema.ts";
import { refreshRecipients } from "./recipient-states.ts";

/** So many e-mails in a row must have failed for good. */
const SUPPRESSED_AFTER_FAILURES = 3;

/** What a batch of outcomes says about one address of an account. */
interface Result {
  readonly account_id: number;
  readonly address: string;
  /** Failures after the last success. */
  failures: number;
  hasSucceeded: boolean;
  /** The last answer that refused the address. */
  reason: string | null;
}

/** Reads and changes nothing if no e-mail arrived or was refused because of its address. */
export async function recordAddressResults(
  db: Db,
  { outcomes, now }: { readonly outcomes: readonly Outcome[]; readonly now: number },
): Promise<void> {
  const mails = outcomes.filter(
    ({ kind, next, gone_address }) =>
      kind === "email" && (next.state === "succeeded" || gone_address !== null),
  );
  if (mails.length === 0) return;
  const results = await resultsOf(db, mails);
  await forgetFailures(
    db,
    results.filter(({ hasSucceeded }) => hasSucceeded),
  );
  for (const one of results) if (one.failures > 0) await countFailures(db, one, now);
}

/** In the order of the addresses, so that two batches cannot wait for each other. */
async function resultsOf(db: Db, mails: readonly Outcome[]): Promise<readonly Result[]> {
  const rows = await db
    .selectFrom("delivery")
    .select(["id", "account_id", "url"])
    .where(
      "id",
      "in",
      mails.map(({ id }) => id),
    )
    .execute();
  const deliveries = new Map(rows.map((row) => [row.id, row]));
  const results = new Map<string, Result>();
  for (const { id, next, attempt } of mails) {
    const delivery = deliveries.get(id);
    if (delivery === undefined) continue;
    const { account_id, url } = delivery;
    const address = mailboxOf(url);
    const key = `${account_id} ${address}`;
    const result = results.get(key) ?? {
      account_id,
      address,
      failures: 0,
      hasSucceeded: false,
      reason: null,
    };
    results.set(key, result);
    if (next.state === "succeeded") Object.assign(result, { failures: 0, hasSucceeded: true });
    else {
      result.failures += 1;
      result.reason = attempt?.response_excerpt ?? null;
    }
  }
  return [...results].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, result]) => result);
}

/** The address of a submitter is as it was posted, such as with an international domain. */
function mailboxOf(url: string): string {
  const text = url.slice(MAILTO.length);
  const parsed = parseAddress(text);
  return addressKey("address" in parsed ? parsed.address : text);
}

/** Changes a row only if an e-mail to its address has failed since the last one that arrived. */
async function forgetFailures(db: Db, results: readonly Result[]): Promise<void> {
  if (results.length === 0) return;
  const failing = await db
    .selectFrom("mail_address")
    .select(["id", "account_id", "address"])
    .where("failure_count", ">", 0)
    .where("suppressed_at", "is", null)
    // For the index: an address may be in several accounts.
    .where(
      "account_id",
      "in",
      results.map((one) => one.account_id),
    )
    .where(
      "address",
      "in",
      results.map(({ address }) => address),
    )
    .orderBy("address")
    .execute();
  for (const { id, account_id, address } of failing) {
    if (!results.some((one) => one.account_id === account_id && one.address === address)) continue;
    await db.updateTable("mail_address").set({ failure_count: 0 }).where("id", "=", id).execute();
  }
}

async function countFailures(
  db: Db,
  { account_id, address, failures, reason }: Result,
  now: number,
): Promise<void> {
  const count = sql<number>`mail_address.failure_count + excluded.failure_count`;
  const isEnough = sql<boolean>`${count} >= ${sql.lit(SUPPRESSED_AFTER_FAILURES)}`;
  const isEnoughAtOnce = failures >= SUPPRESSED_AFTER_FAILURES;
  const { suppressed_at } = await db
    .insertInto("mail_address")
    .values({
      account_id,
      address,
      confirmed_at: null,
      link_token: null,
      failure_count: failures,
      suppressed_at: isEnoughAtOnce ? now : null,
      suppressed_reason: isEnoughAtOnce ? reason : null,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "address"]).doUpdateSet({
        failure_count: count,
        suppressed_at: sql<
          number | null
        >`case when mail_address.suppressed_at is null and ${isEnough}
          then ${sql.lit(now)} else mail_address.suppressed_at end`,
        suppressed_reason: sql<string | null>`case when mail_address.suppressed_at is null
          and ${isEnough} then ${reason} else mail_address.suppressed_reason end`,
      }),
    )
    .returning("suppressed_at")
    .executeTakeFirstOrThrow();
  if (suppressed_at === now) await refreshRecipients(db, { account_id, addresses: [address] });
}
