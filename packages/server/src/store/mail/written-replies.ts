/** The replies that people write to submitters. A reply and its delivery are stored in one transaction. */
import { sql } from "kysely";
import { messageId } from "../../domain/delivery/delivery.ts";
import { type DestinationKind, MAILTO } from "../../domain/delivery/destination.ts";
import { AppError } from "../../domain/errors.ts";
import { addressKey, parseAddress } from "../../domain/mail/address.ts";
import { REPLY_LIMIT_PERIOD_MS } from "../../domain/mail/reply.ts";
import type { Conversation, ReplyRecord, ReplyState } from "../../domain/mail/written-reply.ts";
import { MAX_REPLIES } from "../../domain/mail/written-reply.ts";
import { submissionNotFound } from "../../domain/not-found.ts";
import type { NoteAuthor } from "../../domain/submission/note.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { type OwnDelivery, queueOwnDeliveries } from "../deliveries/own-bodies.ts";
import { newEmailDestination } from "../destinations/email-destination.ts";
import { compileOnce } from "../engine/compiled.ts";
import { isAmong, lockRow } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { recordSubmissionUpdated } from "../events/record-events.ts";
import { ofLiveForm } from "../forms/live-forms.ts";
import { formOfSubmission } from "../submissions/submissions.ts";
import { countAnswersSince, lockAnswers } from "./replies.ts";

type Scope = { readonly account_id: number; readonly submission_id: number };

/** The oldest first. @throws AppError `not_found` for a submission that is not the account's. */
export async function listReplies(db: Db, scope: Scope): Promise<readonly ReplyRecord[]> {
  if ((await formOfSubmission(db, scope)) === undefined) {
    throw submissionNotFound(scope.submission_id);
  }
  return repliesInScope(db, scope).orderBy("submission_reply.id").execute();
}

/** Whether somebody of the account has replied to this address. */
export async function hasReplied(
  db: Db,
  { account_id, address }: { readonly account_id: number; readonly address: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("submission_reply")
    .select("id")
    .where("account_id", "=", account_id)
    .where("address", "=", address)
    .executeTakeFirst();
  return row !== undefined;
}

const STATE = sql<ReplyState>`case
  when delivery.state in ('queued', 'delivering') then 'queued'
  when delivery.state = 'succeeded' then 'sent' else 'failed' end`;

const ANSWER = sql<string | null>`(select response_excerpt from attempt
  where attempt.delivery_id = delivery.id order by number desc limit 1)`;

const replyRows = (db: Db) =>
  db
    .selectFrom("submission_reply")
    .innerJoin("delivery", "delivery.id", "submission_reply.delivery_id")
    .select([
      "submission_reply.id",
      "submission_reply.submission_id",
      "submission_reply.address as to",
      "submission_reply.reply_to",
      "submission_reply.subject",
      "submission_reply.text",
      "submission_reply.message_id",
      "submission_reply.author_kind",
      "submission_reply.author_id",
      "submission_reply.author_name",
      "submission_reply.created_at",
      "submission_reply.delivery_id",
      "delivery.reason",
      "delivery.finished_at",
    ])
    .select([STATE.as("state"), ANSWER.as("answer")]);

const repliesInScope = (db: Db, { account_id, submission_id }: Scope) =>
  replyRows(db)
    .where("submission_reply.account_id", "=", account_id)
    .where("submission_reply.submission_id", "=", submission_id);

/** The replies to several submissions, the oldest first. `ids` is an `idsText`. */
export const repliesTo = compileOnce((db, p: { readonly ids: string }) =>
  replyRows(db)
    .where(isAmong(db, "submission_reply.submission_id", p.ids))
    .orderBy("submission_reply.submission_id")
    .orderBy("submission_reply.id"),
);

/** The mails to the submitter so far. The form's automatic answer is known while its destination exists. */
export async function findConversation(
  db: Db,
  { account_id, submission_id }: Scope,
): Promise<Conversation> {
  const replies = await db
    .selectFrom("submission_reply")
    .select(["message_id", "subject"])
    .where("account_id", "=", account_id)
    .where("submission_id", "=", submission_id)
    .orderBy("id")
    .execute();
  const answer = await db
    .selectFrom("delivery")
    .innerJoin("webhook", "webhook.id", "delivery.webhook_id")
    .innerJoin("submission", "submission.id", "delivery.submission_id")
    .select(["submission.uid", "webhook.id as destination_id", "webhook.uid as destination_uid"])
    .where("delivery.submission_id", "=", submission_id)
    .where("submission.account_id", "=", account_id)
    .where("webhook.purpose", "=", "reply")
    .where("delivery.state", "=", "succeeded")
    .limit(1)
    .executeTakeFirst();
  if (answer === undefined) return { answer: null, replies };
  const { uid, destination_id, destination_uid } = answer;
  const to = { id: destination_id, uid: destination_uid };
  return { answer: messageId({ id: submission_id, uid }, to), replies };
}

export interface NewReply extends Scope {
  /** The submitter's address, to which the mail was written. */
  readonly to: string;
  readonly reply_to: string;
  readonly subject: string;
  readonly text: string;
  readonly message_id: string;
  readonly mail: Pick<OwnDelivery, "uid" | "body">;
  /** Of the destination, if this is the form's first reply. */
  readonly destination_uid: string;
  readonly author: NoteAuthor;
  readonly author_name: string;
  /** The most answers and replies of the account in 24 hours. */
  readonly daily_limit: number;
  readonly now: number;
}

/**
 * Stores a reply and queues it, due immediately.
 *
 * @throws AppError `not_found`; `conflict` if the submission is spam or in the trash, has another address or too many
 *   replies, or if the address is suppressed; `rate_limited` beyond `daily_limit`.
 */
export async function createReply(
  db: Db,
  reply: NewReply,
  box: SecretBox,
  sendable: readonly DestinationKind[],
): Promise<ReplyRecord> {
  const { account_id, submission_id, now } = reply;
  await lockRow(db, "submission", submission_id);
  const form_id = await requireRepliable(db, reply);
  await lockAnswers(db, account_id);
  const since = now - REPLY_LIMIT_PERIOD_MS;
  const { daily_limit } = reply;
  if ((await countAnswersSince(db, account_id, since, daily_limit)) >= daily_limit) {
    throw tooMany(daily_limit);
  }
  const destination_id = await conversationOf(db, { ...reply, form_id });
  const one = { ...reply.mail, destination_id, submission_id, trigger: "reply" as const };
  const deliveries = [{ ...one, email: reply.to }];
  const [delivery_id] = await queueOwnDeliveries(
    db,
    { account_id, deliveries, now },
    box,
    sendable,
  );
  if (delivery_id === undefined) {
    throw new AppError("conflict", "This server is not set up to send e-mail.");
  }
  const { id } = await db
    .insertInto("submission_reply")
    .values({
      account_id,
      submission_id,
      delivery_id,
      address: reply.to,
      reply_to: reply.reply_to,
      subject: reply.subject,
      text: reply.text,
      message_id: reply.message_id,
      author_kind: reply.author.kind,
      author_id: reply.author.id,
      author_name: reply.author_name,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("submission")
    .set({ answered_at: now })
    .where("id", "=", submission_id)
    .where("answered_at", "is", null)
    .execute();
  await recordSubmissionUpdated(db, { account_id, form_id, id: submission_id, now });
  return repliesInScope(db, reply).where("submission_reply.id", "=", id).executeTakeFirstOrThrow();
}

const tooMany = (limit: number) =>
  new AppError(
    "rate_limited",
    `The account has sent ${limit} replies and automatic answers in the last 24 hours, the most that it may. Try again later; INTRAY_MAIL_ANSWERS_PER_DAY raises the limit.`,
    { headers: { "Retry-After": "3600" } },
  );

/** Returns the id of the form. */
async function requireRepliable(db: Db, { account_id, submission_id, to }: NewReply) {
  const row = await db
    .selectFrom("submission")
    .select(["form_id", "email", "spam", "trash"])
    .where("id", "=", submission_id)
    .where("account_id", "=", account_id)
    .where(ofLiveForm("form_id"))
    .executeTakeFirst();
  if (row === undefined) throw submissionNotFound(submission_id);
  const refused = (why: string) =>
    new AppError("conflict", `The submission ${submission_id} ${why}`);
  if (row.trash === 1) throw refused("is in the trash. Restore it, then reply.");
  if (row.spam === 1) throw refused("is marked as spam. Mark it as not spam, then reply.");
  const own = parseAddress((row.email ?? "").trim(), true);
  if (!("address" in own) || own.address !== to) {
    throw refused(`has no address ${to}: a reply goes only to the submission's own address.`);
  }
  const suppressed = await db
    .selectFrom("mail_address")
    .select("id")
    .where("account_id", "=", account_id)
    .where("address", "=", addressKey(to))
    .where("suppressed_at", "is not", null)
    .executeTakeFirst();
  if (suppressed !== undefined) {
    throw new AppError(
      "conflict",
      `The address ${to} is suppressed, because e-mails to it kept failing. Release it on the page of the form's e-mail, then reply.`,
    );
  }
  const { n } = await db
    .selectFrom("submission_reply")
    .select((count) => count.fn.countAll<number>().as("n"))
    .where("account_id", "=", account_id)
    .where("submission_id", "=", submission_id)
    .executeTakeFirstOrThrow();
  if (n >= MAX_REPLIES) throw refused(`has ${MAX_REPLIES} replies, the most that one may have.`);
  return row.form_id;
}

/** As the log of deliveries shows it. */
const NAME = "Reply";

/** The destination of a form's replies, which is added with the first one. Each delivery has its own address. */
async function conversationOf(
  db: Db,
  {
    account_id,
    form_id,
    destination_uid,
    now,
  }: Pick<NewReply, "account_id" | "destination_uid" | "now"> & { readonly form_id: number },
): Promise<number> {
  const find = () =>
    db
      .selectFrom("webhook")
      .select("id")
      .where("form_id", "=", form_id)
      .where("purpose", "=", "conversation")
      .executeTakeFirst();
  const existing = await find();
  if (existing !== undefined) return existing.id;
  // Replies of an account take turns, see lockAnswers(): nobody else adds it meanwhile.
  const added = await db
    .insertInto("webhook")
    .values(
      newEmailDestination({
        purpose: "conversation",
        account_id,
        form_id,
        name: NAME,
        url: MAILTO,
        takes_submissions: 0,
        enabled: 1,
        uid: destination_uid,
        now,
      }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return added.id;
}
