/** The messages that ask recipients to confirm their addresses. */
import { type DestinationKind, NOT_CONFIRMED } from "../../domain/delivery/destination.ts";
import { sql } from "kysely";
import type { SecretBox } from "../../platform/secret-box.ts";
import { forChanging } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { addressKey } from "../../domain/mail/address.ts";
import { IS_RECIPIENT, RECIPIENT_KEY } from "./recipient-states.ts";
import type { AskingForm, NewRequest } from "./requests.ts";
import { askingForm, mayAsk, mayBeAsked, queueRequest } from "./requests.ts";

export interface WaitingAddress {
  readonly id: number;
  readonly account_id: number;
  /** In lower case. */
  readonly address: string;
  readonly link_token: string;
  readonly confirmation_sent_at: number | null;
  readonly destination_id: number;
  readonly form: AskingForm;
}

/** Addresses to which no such message was queued yet and may be now, the oldest recipients first. */
export async function unaskedAddresses(
  db: Db,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly WaitingAddress[]> {
  const rows = await waiting(db)
    .where("mail_address.confirmation_sent_at", "is", null)
    .where(mayBeAsked(now))
    .limit(limit)
    .execute();
  return rows.map(toWaiting);
}

/** `undefined` if the account has no such address that waits. */
export async function waitingAddress(
  db: Db,
  { account_id, address }: { readonly account_id: number; readonly address: string },
): Promise<WaitingAddress | undefined> {
  const row = await waiting(db)
    .where("mail_address.account_id", "=", account_id)
    .where("mail_address.address", "=", addressKey(address))
    .executeTakeFirst();
  return row === undefined ? undefined : toWaiting(row);
}

const waiting = (db: Db) =>
  db
    .selectFrom("mail_address")
    .innerJoin("webhook", (join) =>
      join
        .onRef("webhook.account_id", "=", "mail_address.account_id")
        .on((on) => on(RECIPIENT_KEY, "=", on.ref("mail_address.address"))),
    )
    .innerJoin("form", "form.id", "webhook.form_id")
    .select([
      "mail_address.id",
      "mail_address.account_id",
      "mail_address.address",
      "mail_address.link_token",
      "mail_address.confirmation_sent_at",
      "webhook.id as destination_id",
      "form.name",
      "form.uuid",
      "form.settings",
    ])
    .where("mail_address.confirmed_at", "is", null)
    .where(IS_RECIPIENT)
    // Not as a parameter, for the index.
    .where("webhook.disabled_reason", "=", sql.lit(NOT_CONFIRMED))
    .where("form.deleted_at", "is", null)
    .orderBy("webhook.id");

function toWaiting({
  link_token,
  name,
  uuid,
  settings,
  ...row
}: Omit<WaitingAddress, "link_token" | "form"> &
  Parameters<typeof askingForm>[0] & { readonly link_token: string | null }): WaitingAddress {
  return { ...row, link_token: link_token ?? "", form: askingForm({ name, uuid, settings }) };
}

/**
 * What became of a message: queued; not, since the address does not wait any more or another message was queued in
 * the meantime (`changed`); or since the account or the address has had too many in the last day (`too_many`); or
 * since this server sends no e-mails (`not_sendable`).
 */
export type QueuedConfirmation = "queued" | "changed" | "too_many" | "not_sendable";

interface QueueConfirmationArgs extends Pick<WaitingAddress, "id" | "account_id">, NewRequest {
  readonly sentBefore: number | null;
  readonly now: number;
}

/**
 * Queues the message to an address.
 *
 * @param args.sentBefore Of the address when the message was made: of two processes that make one, one queues it.
 */
export async function queueConfirmation(
  db: Db,
  { id, account_id, sentBefore, now, ...message }: QueueConfirmationArgs,
  _box?: SecretBox,
  sendable?: readonly DestinationKind[],
): Promise<QueuedConfirmation> {
  const address = await forChanging(
    db,
    db
      .selectFrom("mail_address")
      .select(["address", "confirmed_at", "confirmation_sent_at"])
      .where("id", "=", id)
      .where("account_id", "=", account_id),
  ).executeTakeFirst();
  const isSame = address?.confirmed_at === null && address.confirmation_sent_at === sentBefore;
  if (!isSame) return "changed";
  const request = { account_id, address: address.address, now };
  if (!(await mayAsk(db, request))) return "too_many";
  if (!(await queueRequest(db, request, message, sendable))) return "not_sendable";
  await db
    .updateTable("mail_address")
    .set({ confirmation_sent_at: now })
    .where("id", "=", id)
    .execute();
  return "queued";
}
