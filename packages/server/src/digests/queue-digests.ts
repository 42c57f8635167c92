/** Queues the digests that are due, and plans the next ones. */
import { hash } from "node:crypto";
import type { Ids } from "../domain/ids.ts";
import { nextDigestAt } from "../domain/mail/notification-schedule.ts";
import type { ClockWatch } from "../platform/clock-watch.ts";
import type { Log } from "../platform/log.ts";
import type { DigestContents } from "../store/mail/digest-contents.ts";
import type { DueDigest } from "../store/mail/digests.ts";
import type { DigestMail } from "../store/mail/queue-digest.ts";
import type { Store } from "../store/store.ts";

/** A digest that could not be rendered is tried again after this time. */
const RETRY_AFTER_MS = 3_600_000;

export interface DigestParts {
  readonly store: Pick<Store, "reads" | "writes">;
  /** Digests wait while the time is in doubt: a clock that is ahead would send all of them now. */
  readonly clockWatch: Pick<ClockWatch, "deletionTime">;
  readonly ids: Pick<Ids, "uid">;
  readonly log: Log;
  readonly renderer: DigestRenderer;
}

export interface DigestRenderer {
  /** So many submissions are listed, and so many that were held as spam. */
  readonly maxHam: number;
  readonly maxSpam: number;
  /** Renders the mail to one recipient, an Internet message. */
  render(digest: RenderedDigest): Promise<Uint8Array>;
}

export interface RenderedDigest extends DigestContents {
  readonly recipient: DigestContents["recipients"][number];
  /** Begin and end of the time in which the submissions arrived, in milliseconds since the Unix epoch. */
  readonly from: number;
  readonly to: number;
  /** Random; identifies the mail. */
  readonly uid: string;
}

/** Mails are rendered on the thread that answers requests, so one batch makes no more. */
const MAX_MAILS = 20;

export function createDigestQueue({ store, clockWatch, ids, log, renderer }: DigestParts) {
  /** @returns `paused` while the time is in doubt, `more` if further digests or mails may be due. */
  async function queueDue(limit: number): Promise<"more" | "done" | "paused"> {
    const now = clockWatch.deletionTime();
    if (now === undefined) return "paused";
    const due = await store.reads.dueDigests({ now, limit });
    let left = MAX_MAILS;
    for (const digest of due) {
      left -= await handle(digest, now, left);
      if (left === 0) return "more";
    }
    return due.length === limit ? "more" : "done";
  }

  /** Makes at most `limit` mails, and returns how many. */
  async function handle(digest: DueDigest, now: number, limit: number): Promise<number> {
    const { schedule, form_id, after_id, sending_until, sent_to } = digest;
    const plan = async (due_at: number | null) => {
      await store.writes.planDigest({ digest, due_at, now });
      return 0;
    };
    const dueAt = dueTime(digest, now);
    if (sending_until === null && dueAt > now) return plan(dueAt);
    // None: notifications are sent immediately now, and this is the last digest.
    const due_at = nextDigestAt(schedule, schedule.timezone, now) ?? null;
    const contents = await store.reads.digestContents({
      form_id,
      after_id,
      untilId: sending_until,
      isLast: schedule.notification_schedule === "immediately",
      maxHam: renderer.maxHam,
      maxSpam: renderer.maxSpam,
    });
    if (contents === undefined) return plan(due_at);
    const { last_id, ham, spam } = contents;
    const isEmpty = ham.count + spam.count === 0;
    const waiting = contents.recipients.filter(({ id }) => id > (sent_to ?? 0));
    // The mark stays: the first digest after somebody confirms an address lists everything.
    if (sending_until === null && waiting.length === 0) return plan(due_at);
    const recipients = isEmpty ? [] : waiting.slice(0, limit);
    const mails = await renderAll(contents, recipients, {
      from: digest.after_at,
      to: digest.sending_at ?? now,
    });
    if (mails === undefined) return plan(now + RETRY_AFTER_MS);
    const isComplete = isEmpty || recipients.length === waiting.length;
    await store.writes.queueDigest({ digest, last_id, due_at, mails, isComplete, now });
    return mails.length;
  }

  /** The mail to each of these recipients; `undefined` if they cannot be rendered. */
  async function renderAll(
    contents: DigestContents,
    recipients: DigestContents["recipients"],
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<readonly DigestMail[] | undefined> {
    try {
      const mails: DigestMail[] = [];
      for (const recipient of recipients) {
        const uid = ids.uid(to);
        const body = await renderer.render({ ...contents, recipient, from, to, uid });
        const sha256 = hash("sha256", body, "buffer");
        const stored = { content_type: "message/rfc822", body, sha256 };
        mails.push({ destination_id: recipient.id, uid, body: stored });
      }
      return mails;
    } catch (error) {
      const form_id = contents.form.id;
      log.warn(
        { err: error, form_id },
        "A digest cannot be rendered. It is tried again in an hour.",
      );
      return undefined;
    }
  }

  return { queueDue };
}

/** When the digest is due: as planned, or planned again after a change of the schedule, or if the clock was set back. */
function dueTime({ schedule, due_at, planned_at }: DueDigest, now: number): number {
  if (due_at !== null && planned_at <= now) return due_at;
  return nextDigestAt(schedule, schedule.timezone, Math.min(planned_at, now)) ?? now;
}
