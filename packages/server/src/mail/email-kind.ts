/** E-mail recipients as a kind of destination: messages, sent by the relay, and the address that each goes to. */
import type {
  DeliveredSubmission,
  DeliveryKind,
  OutgoingDelivery,
  PreparedDelivery,
} from "../domain/delivery/delivery-kind.ts";
import { MAILTO, type SendingRecipient } from "../domain/delivery/destination.ts";
import type { MailTransport } from "./transport.ts";

export interface EmailKindParts {
  readonly transport: Pick<MailTransport, "send">;
  /** The sender of all messages, to whom the relay reports failures. */
  readonly fromAddress: string;
  /** Renders the whole message (RFC 5322) about a submission for one recipient. */
  readonly messageFor: (
    recipient: SendingRecipient,
    submission: DeliveredSubmission,
  ) => Promise<Uint8Array>;
  /** Why the submitter must not get the form's answer; `undefined` if it may be sent. */
  readonly replyRefusal: (
    delivery: PreparedDelivery<SendingRecipient>,
  ) => Promise<string | undefined>;
  /** Messages that the relay takes at a time. */
  readonly concurrency: number;
  /** Messages that it takes per second; `undefined` = no limit. */
  readonly rate: number | undefined;
  /** As that of the transport. */
  readonly deadlineMs: number;
  /** How long to wait for the answer to a whole message. */
  readonly answerTimeoutMs: number;
}

/** Deliveries are leased ahead, so that the relay does not wait for claims. */
const OPEN_PER_CONNECTION = 2;
/** Relays take some 50 connections of a client at most. */
const AWAITED_PER_CONNECTION = 4;

export const createEmailKind = ({
  transport,
  fromAddress,
  messageFor,
  replyRefusal,
  concurrency,
  rate,
  deadlineMs,
  answerTimeoutMs,
}: EmailKindParts): DeliveryKind<SendingRecipient> => ({
  deadlineMs,
  maxOpen: maxOpen(concurrency, rate, deadlineMs),
  maxAwaited: concurrency * AWAITED_PER_CONNECTION,
  async refusal(delivery) {
    return delivery.destination.purpose === "reply" ? replyRefusal(delivery) : undefined;
  },
  async render(recipient, submission) {
    const bytes = await messageFor(recipient, submission);
    return { contentType: "message/rfc822", bytes };
  },
  send(delivery, signal, onLate) {
    const message = delivery.body.bytes;
    const mail = { envelopeFrom: fromAddress, to: recipientOf(delivery), message };
    return transport.send(mail, signal, { timeoutMs: answerTimeoutMs, onLate });
  },
});

/** With a low rate few deliveries are open, so that each gets its turn within half of the deadline. */
function maxOpen(concurrency: number, rate: number | undefined, deadlineMs: number): number {
  const inHalfTheTime = Math.floor(((rate ?? Infinity) * deadlineMs) / 2_000);
  return Math.max(1, Math.min(concurrency * OPEN_PER_CONNECTION, inHalfTheTime));
}

/** Automatic answers and replies go to the submitter, everything else to the destination's own address. */
function recipientOf({
  destination: { purpose, address },
  submission,
  ownAddress,
}: OutgoingDelivery<SendingRecipient>): string {
  if (purpose === "reply") return submission?.email ?? "";
  return (purpose === "conversation" ? (ownAddress ?? "") : address).slice(MAILTO.length);
}
