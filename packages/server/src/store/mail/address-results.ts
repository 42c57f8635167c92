/** Counts e-mails that failed for good because of their address, and suppresses addresses where they keep failing. */
import { sql } from "kysely";
import { MAILTO } from "../../domain/delivery/destination.ts";
import { addressKey, parseAddress } from "../../domain/mail/address.ts";
import type { Outcome } from "../deliveries/outcome.ts";
import { idsOf } from "../engine/paging.ts";
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
    ({ kind, next, goneAddress }) =>
      kind === "email" && (next.state === "succeeded" || goneAddress !== null),
  );
  if (mails.length === 0) return;
  const results = await resultsOf(db, mails);
  const failing = await failingOf(
    db,
    results.filter(({ hasSucceeded }) => hasSucceeded),
  );
  const suppressed: Result[] = [];
  for (const one of results) {
    const before = failing.get(keyOf(one));
    if (before !== undefined) await forgetFailures(db, before);
    if (one.failures > 0 && (await countFailures(db, one, now))) suppressed.push(one);
  }
  // After all addresses: see refreshRecipients().
  for (const { account_id, address } of suppressed)
    await refreshRecipients(db, { account_id, addresses: [address] });
}

const keyOf = ({ account_id, address }: Pick<Result, "account_id" | "address">) =>
  `${account_id} ${address}`;

/** In the order of the addresses, so that two batches cannot wait for each other. */
async function resultsOf(db: Db, mails: readonly Outcome[]): Promise<readonly Result[]> {
  const rows = await db
    .selectFrom("delivery")
    .select(["id", "account_id", "url"])
    .where("id", "in", idsOf(mails))
    .execute();
  const deliveries = new Map(rows.map((row) => [row.id, row]));
  const results = new Map<string, Result>();
  for (const { id, next, attempt } of mails) {
    const delivery = deliveries.get(id);
    if (delivery === undefined) continue;
    const { account_id, url } = delivery;
    const address = mailboxOf(url);
    const key = keyOf({ account_id, address });
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
  const parsed = parseAddress(text, true);
  return addressKey("address" in parsed ? parsed.address : text);
}

/** Addresses to which an e-mail has failed since the last one that arrived: the ids of their rows, by {@link keyOf}. */
async function failingOf(db: Db, results: readonly Result[]): Promise<ReadonlyMap<string, number>> {
  if (results.length === 0) return new Map();
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
    .execute();
  return new Map(failing.map((row) => [keyOf(row), row.id]));
}

async function forgetFailures(db: Db, id: number): Promise<void> {
  await db
    .updateTable("mail_address")
    .set({ failure_count: 0 })
    .where("id", "=", id)
    .where("suppressed_at", "is", null)
    .execute();
}

/** Returns whether the address is suppressed from now on. */
async function countFailures(
  db: Db,
  { account_id, address, failures, reason }: Result,
  now: number,
): Promise<boolean> {
  const count = sql<number>`mail_address.failure_count + excluded.failure_count`;
  const isEnough = sql<boolean>`${count} >= ${sql.lit(SUPPRESSED_AFTER_FAILURES)}`;
  const isEnoughAtOnce = failures >= SUPPRESSED_AFTER_FAILURES;
  const { suppressed_at } = await db
    .insertInto("mail_address")
    .values({
      account_id,
      address,
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
  return suppressed_at === now;
}
