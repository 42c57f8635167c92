/** Decides before each attempt whether an automatic answer may be sent. */
import type { PreparedDelivery } from "../domain/delivery/delivery-kind.ts";
import type { SendingRecipient } from "../domain/delivery/destination.ts";
import { REPLY_PERIOD_MS, replyAddress, type ReplyRefusal } from "../domain/mail/reply.ts";
import type { AgeTime, ClockWatch } from "../platform/clock-watch.ts";
import type { Clock } from "../platform/clock.ts";

export interface ReplyRefusalsParts {
  /** Records the right to answer, or returns why there is none. */
  readonly reserve: (request: {
    readonly delivery_id: number;
    readonly address: string;
    readonly now: number;
    readonly age: AgeTime;
    readonly daily_limit: number;
  }) => Promise<ReplyRefusal | undefined>;
  readonly clock: Pick<Clock, "now">;
  readonly clockWatch: Pick<ClockWatch, "ageTime">;
  /** The sender of all messages. */
  readonly fromAddress: string;
  /** The most answers of an account in 24 hours. */
  readonly dailyLimit: number;
}

/** Returns a function that returns why the submitter must not get the answer; `undefined` if it may be sent. */
export const createReplyRefusals =
  ({ reserve, clock, clockWatch, fromAddress, dailyLimit }: ReplyRefusalsParts) =>
  async ({
    id,
    submission,
  }: Pick<PreparedDelivery<SendingRecipient>, "id" | "submission">): Promise<
    ReplyRefusal | undefined
  > => {
    const found = replyAddress(submission.email, fromAddress);
    if ("refusal" in found) return found.refusal;
    return reserve({
      delivery_id: id,
      address: found.address,
      now: clock.now(),
      age: clockWatch.ageTime(REPLY_PERIOD_MS),
      daily_limit: dailyLimit,
    });
  };
