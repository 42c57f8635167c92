/** Messages that ask somebody for the consent to get e-mails, and how many of them there may be in a day. */
import { type Selectable, sql } from "kysely";
import type { DestinationKind } from "../../domain/delivery/destination.ts";
import { parseSettings } from "../../domain/form.ts";
import { type OwnDelivery, queueOwnDeliveries } from "../deliveries/own-bodies.ts";
import { lockName } from "../engine/dialect.ts";
import { deleteOldest, type OldRows } from "../engine/old-rows.ts";
import type { Db, Schema } from "../engine/schema.ts";

/** Older messages do not count. */
const REQUEST_PERIOD_MS = 86_400_000;
/** Messages of an account in {@link REQUEST_PERIOD_MS}, so that nobody can flood strangers by lists of recipients. */
const MAX_OF_ACCOUNT = 100;
/** Messages to an address in {@link REQUEST_PERIOD_MS}, of all forms and accounts of this installation. */
const MAX_TO_ADDRESS = 3;
/** Later ones are from a time when the clock was ahead; they do not count. */
const MAX_AHEAD_MS = 60_000;

/** Whether one more message may be sent to the address of a row of `mail_address`, for a query of that table. */
export const mayBeAsked = (now: number) => {
  const [since, until] = [sql.lit(now - REQUEST_PERIOD_MS), sql.lit(now + MAX_AHEAD_MS)];
  return sql<boolean>`(select count(*) from mail_request of_account
      where of_account.account_id = mail_address.account_id
        and of_account.sent_at > ${since} and of_account.sent_at <= ${until}) < ${sql.lit(MAX_OF_ACCOUNT)}
    and (select count(*) from mail_request to_address
      where to_address.address = mail_address.address
        and to_address.sent_at > ${since} and to_address.sent_at <= ${until}) < ${sql.lit(MAX_TO_ADDRESS)}`;
};

export type AskingForm = ReturnType<typeof askingForm>;

type AskingFormArgs = Pick<Selectable<Schema["form"]>, "name" | "uuid" | "settings">;

export function askingForm({ name, uuid, settings }: AskingFormArgs) {
  const mail = parseSettings(settings);
  return { name, uuid, timezone: mail.timezone, mail };
}

interface Request {
  readonly account_id: number;
  /** In lower case. */
  readonly address: string;
  readonly now: number;
}

/**
 * Whether one more message may be sent. Until the transaction ends, no other one counts messages of the account or
 * to the address.
 */
export async function mayAsk(db: Db, { account_id, address, now }: Request): Promise<boolean> {
  // In this order, so that two transactions cannot wait for each other.
  await lockName(db, `requests of account ${account_id}`);
  await lockName(db, `requests to ${address}`);
  const recent = db
    .selectFrom("mail_request")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("sent_at", ">", now - REQUEST_PERIOD_MS)
    .where("sent_at", "<=", now + MAX_AHEAD_MS);
  const ofAccount = await recent.where("account_id", "=", account_id).executeTakeFirstOrThrow();
  const toAddress = await recent.where("address", "=", address).executeTakeFirstOrThrow();
  return ofAccount.count < MAX_OF_ACCOUNT && toAddress.count < MAX_TO_ADDRESS;
}

export interface NewRequest {
  readonly destination_id: number;
  readonly body: OwnDelivery["body"];
  readonly uid: string;
}

/** Queues a message and counts it. Returns false if this server sends no e-mails. */
export async function queueRequest(
  db: Db,
  { account_id, address, now }: Request,
  { destination_id, body, uid }: NewRequest,
  sendable?: readonly DestinationKind[],
): Promise<boolean> {
  const trigger = "confirmation";
  const deliveries = [{ destination_id, trigger, submission_id: null, uid, body } as const];
  const queued = await queueOwnDeliveries(db, { account_id, deliveries, now }, undefined, sendable);
  if (queued.length === 0) return false;
  await db.insertInto("mail_request").values({ account_id, address, sent_at: now }).execute();
  return true;
}

/**
 * Deletes at most `limit` records of messages from before `before`, which do not count any more.
 *
 * @returns How many were deleted; call again while it is `limit`.
 */
export const pruneRequests = (db: Db, { before, limit }: OldRows): Promise<number> =>
  deleteOldest(db, { table: "mail_request", key: "id", time: "sent_at" }, { until: before, limit });
