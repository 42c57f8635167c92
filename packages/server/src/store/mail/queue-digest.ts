/** Queues a digest, and moves the mark up to which submissions were listed. */
import type { DestinationKind } from "../../domain/delivery/destination.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { type OwnDelivery, queueOwnDeliveries } from "../deliveries/own-bodies.ts";
import { forChanging } from "../engine/dialect.ts";
import type { Db } from "../engine/schema.ts";
import { changeDigest, type DueDigest } from "./digests.ts";

export type DigestMail = Pick<OwnDelivery, "destination_id" | "uid" | "body">;

interface QueueDigestArgs {
  readonly digest: Omit<DueDigest, "schedule">;
  /** The newest submission that the digest covers. */
  readonly last_id: number;
  /** When the next one is due; `null` after the last one. */
  readonly due_at: number | null;
  /** In the order of their destinations. None if there was nothing to list. */
  readonly mails: readonly DigestMail[];
  /** No recipient is left. */
  readonly isComplete: boolean;
  readonly now: number;
}

/**
 * Queues mails of a digest, due now, and remembers how far it has come: all of it or nothing, so a mail is neither
 * sent twice nor left out, whatever ends the process. With the last mails the mark moves, from which the next digest
 * begins. It stays if none of the recipients can get mail any more. Nothing happens if the digest was changed since
 * it was read, for example by another process.
 */
export async function queueDigest(
  db: Db,
  { digest, last_id, due_at, mails, isComplete, now }: QueueDigestArgs,
  box: SecretBox,
  sendable: readonly DestinationKind[],
): Promise<void> {
  if (!(await isUnchanged(db, digest))) return;
  const deliveries = mails.map((mail) => ({
    ...mail,
    trigger: "digest" as const,
    submission_id: null,
  }));
  const { account_id, sending_until, sending_at, sent_to } = digest;
  const queued = await queueOwnDeliveries(db, { account_id, deliveries, now }, box, sendable);
  const isFirst = sending_until === null;
  // That of a digest that goes on was planned with its first mails.
  const plan = isFirst ? { planned_at: now, due_at } : {};
  const isNobodyLeft = isFirst && queued.length === 0 && mails.length > 0;
  if (!isComplete && !isNobodyLeft) {
    await changeDigest(db, digest, {
      ...plan,
      ...(due_at === null && isFirst ? { due_at: now } : {}),
      sending_until: last_id,
      sending_at: sending_at ?? now,
      sent_to: mails.at(-1)?.destination_id ?? sent_to,
    });
    return;
  }
  // A change of the schedule since its first mails has set it to null.
  const isPlanned = isFirst || digest.due_at !== null;
  const isLast = due_at === null && isPlanned;
  if (isLast) return void (await changeDigest(db, digest, undefined));
  const mark = isNobodyLeft ? {} : { after_id: last_id, after_at: sending_at ?? now };
  const ended = { sending_until: null, sending_at: null, sent_to: null };
  await changeDigest(db, digest, { ...plan, ...mark, ...ended });
}

/** Locks the digest until the transaction ends. */
async function isUnchanged(db: Db, { form_id, version }: Pick<DueDigest, "form_id" | "version">) {
  const row = db
    .selectFrom("digest")
    .select("form_id")
    .where("form_id", "=", form_id)
    .where("version", "=", version);
  return (await forChanging(db, row).executeTakeFirst()) !== undefined;
}
