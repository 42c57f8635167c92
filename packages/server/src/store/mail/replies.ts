/** Which automatic answers may be sent. A row for each address and form that has got one lately. */
import { sql } from "kysely";
import { domainOf, isMailProvider, mailboxOf } from "../../domain/mail/mailbox.ts";
import type { ReplyRefusal } from "../../domain/mail/reply.ts";
import { REPLY_LIMIT_PERIOD_MS, REPLY_PERIOD_MS } from "../../domain/mail/reply.ts";
import type { AgeTime } from "../../platform/clock-watch.ts";
import { lockName } from "../engine/dialect.ts";
import { deleteOldest, type OldRows } from "../engine/old-rows.ts";
import type { Db } from "../engine/schema.ts";
import { IS_RECIPIENT, RECIPIENT_KEY } from "./recipient-states.ts";

const HOUR_MS = 3_600_000;
/** Automatic answers of an account. */
export const MAX_PER_DOMAIN_AND_HOUR = 30;

export interface ReplyRequest {
  readonly delivery_id: number;
  /** The submitter's, as `replyAddress` in domain/mail/reply.ts returns it. */
  readonly address: string;
  readonly now: number;
  readonly age: AgeTime;
  /** The most answers and replies of the account in {@link REPLY_LIMIT_PERIOD_MS}. */
  readonly daily_limit: number;
}

/**
 * Reserves the address for a delivery, or returns why it must not be sent. The reservation holds for this delivery
 * only, so it may be retried, and each attempt renews it. Two processes that ask at the same time take turns.
 */
export async function reserveReply(
  db: Db,
  { delivery_id, address, now, age, daily_limit }: ReplyRequest,
): Promise<ReplyRefusal | undefined> {
  const delivery = await deliveryOf(db, delivery_id, address);
  if (delivery === undefined) return "submission_deleted";
  const { account_id, form_id } = delivery;
  if (delivery.is_withdrawn === 1) return "marked_spam_or_trash";
  if (delivery.is_recipient === 1) return "own_address";
  if (delivery.is_suppressed === 1) return "suppressed";
  await lockAnswers(db, account_id);
  const mailbox = mailboxOf(address);
  // From a time when the clock was ahead. As old as possible, or it would refuse answers until then.
  await db
    .updateTable("mail_reply")
    .set({ allowed_at: now })
    .where("account_id", "=", account_id)
    .where("allowed_at", ">", now)
    .execute();
  const last = await db
    .selectFrom("mail_reply")
    .select(["delivery_id", "allowed_at"])
    .where("form_id", "=", form_id)
    .where("address", "=", mailbox)
    .executeTakeFirst();
  if (last?.delivery_id !== delivery_id) {
    const isRecent = last !== undefined && last.allowed_at > age.now - REPLY_PERIOD_MS;
    if (isRecent || (last !== undefined && !age.isSure)) return "answered_recently";
    const since = age.now - REPLY_LIMIT_PERIOD_MS;
    if ((await countAnswersSince(db, account_id, since, daily_limit)) >= daily_limit)
      return "daily_limit";
    if (await isFloodedDomain(db, account_id, mailbox, now)) return "domain_limit";
  }
  await db
    .insertInto("mail_reply")
    .values({ account_id, form_id, address: mailbox, delivery_id, allowed_at: now })
    .onConflict((conflict) =>
      conflict.columns(["form_id", "address"]).doUpdateSet({ delivery_id, allowed_at: now }),
    )
    .execute();
  return undefined;
}

/** A domain may send all its addresses to one mailbox. Those of mail providers are many people's. */
async function isFloodedDomain(db: Db, account_id: number, mailbox: string, now: number) {
  const domain = domainOf(mailbox);
  if (isMailProvider(domain)) return false;
  const found = await db
    .selectFrom("mail_reply")
    .select("id")
    .where("account_id", "=", account_id)
    .where("allowed_at", ">", now - HOUR_MS)
    .where("address", "like", `%@${domain}`)
    .limit(MAX_PER_DOMAIN_AND_HOUR)
    .execute();
  return found.length >= MAX_PER_DOMAIN_AND_HOUR;
}

const flag = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<0 | 1>`case when ${condition} then 1 else 0 end`;

function deliveryOf(db: Db, delivery_id: number, address: string) {
  const isRecipient = sql<boolean>`exists (select 1 from webhook
    where webhook.form_id = submission.form_id and ${IS_RECIPIENT} and ${RECIPIENT_KEY} = ${address})`;
  const isSuppressed = sql<boolean>`exists (select 1 from mail_address a
    where a.account_id = submission.account_id and a.address = ${address}
      and a.suppressed_at is not null)`;
  return db
    .selectFrom("delivery")
    .innerJoin("submission", "submission.id", "delivery.submission_id")
    .select(["submission.account_id", "submission.form_id"])
    .select(flag(sql`submission.spam = 1 or submission.trash = 1`).as("is_withdrawn"))
    .select([flag(isRecipient).as("is_recipient"), flag(isSuppressed).as("is_suppressed")])
    .where("delivery.id", "=", delivery_id)
    .executeTakeFirst();
}

/**
 * The automatic answers and the replies of an account since a time, counted no further than `most`. Call it with
 * {@link lockAnswers}.
 */
export async function countAnswersSince(
  db: Db,
  account_id: number,
  since: number,
  most: number,
): Promise<number> {
  const { rows } = await sql`select allowed_at from mail_reply
      where account_id = ${account_id} and allowed_at > ${since}
    union all select created_at from submission_reply
      where account_id = ${account_id} and created_at > ${since}
    limit ${most}`.execute(db);
  return rows.length;
}

/** Processes that count answers to submitters take turns until their transactions end. */
export const lockAnswers = (db: Db, account_id: number): Promise<void> =>
  lockName(db, `replies of account ${account_id}`);

/**
 * Deletes at most `limit` rows of answers before `before`, which refuse nothing any more.
 *
 * @returns How many were deleted; call again while it is `limit`.
 */
export const pruneReplies = (db: Db, { before, limit }: OldRows): Promise<number> =>
  deleteOldest(
    db,
    { table: "mail_reply", key: "id", time: "allowed_at" },
    { until: before, limit },
  );
