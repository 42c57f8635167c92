/** Queues a digest, and moves the mark up to which submissions were listed. */
import type { DestinationKind } from "../../domain/destination.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { type OwnDelivery, queueOwnDeliveries } from "../deliveries/own-bodies.ts";
import type { Db } from "../engine/schema.ts";
import { changeDigest, type DueDigest } from "./digests.ts";

/** The mail to one recipient. */
export type DigestMail = Pick<OwnDelivery, "destination_id" | "uid" | "body">;

/**
 * Queues the mails of a digest, due now, and sets from where and when on the next one is due: all of it or
 * nothing, so a digest is neither sent twice nor left out, whatever ends the process. The mark stays if none of
 * the recipients can get mail any more. Nothing happens if the digest was changed since it was read, for example
 * by another process.
 */
export async function queueDigest(
  db: Db,
  {
    digest,
    last_id,
    due_at,
    mails,
    now,
  }: {
    readonly digest: Pick<DueDigest, "form_id" | "account_id" | "version">;
    /** The newest submission that the digest covers. */
    readonly last_id: number;
    /** When the next one is due; `null` after the last one. */
    readonly due_at: number | null;
    /** None if there was nothing to list. */
    readonly mails: readonly DigestMail[];
    readonly now: number;
  },
  box: SecretBox,
  sendable: readonly DestinationKind[],
): Promise<void> {
  const { form_id, account_id, version } = digest;
  const plan = { planned_at: now, due_at };
  if (!(await changeDigest(db, digest, due_at === null ? undefined : plan))) return;
  const deliveries = mails.map((mail) => ({
    ...mail,
    trigger: "digest" as const,
    submission_id: null,
  }));
  const queued = await queueOwnDeliveries(db, { account_id, deliveries, now }, box, sendable);
  if (queued.length === 0 && mails.length > 0) return;
  const mark = { after_id: last_id, after_at: now };
  await changeDigest(db, { form_id, version: version + 1 }, mark);
}
