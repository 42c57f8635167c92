/** What the end of a conversation with the relay means for the message. Pure. */
import type { DeliveryErrorCode } from "../../domain/delivery/delivery.ts";
import type {
  AttemptTiming,
  Decision,
  DeliveryResult,
} from "../../domain/delivery/delivery-result.ts";
import { abortedResult, failFor, unansweredResult } from "../../domain/delivery/delivery-result.ts";
import { meaningOfNetworkCode } from "../../platform/network-error.ts";
import { codeOf } from "../../domain/outage.ts";
import { storable } from "../../platform/text/safe-text.ts";

/** The result of a message, once it is known how long it took. */
export type UntimedResult = (timing: AttemptTiming) => DeliveryResult;

const MAX_REPLY_BYTES = 4 * 1_024;

export const accept = (reply: RelayReply): UntimedResult =>
  answered(reply, { result: "delivered" });

export function resultOf(failure: SmtpFailure): UntimedResult {
  const { step, reply, message } = failure;
  if (reply === undefined) return unanswered(errorCodeOf(failure), detailOf(failure));
  const isFinal = reply.code >= 500;
  if (step === "auth" || WRONG_SIGN_IN.has(reply.code)) return unanswered("auth_failed", message);
  // The relay refuses this server, or has no STARTTLS. No message was refused.
  if (step === "tls") return unanswered("tls_error", message);
  if (isFinal && step === "greeting") return unanswered("connection_refused", message);
  const reason = `smtp_${reply.code}`;
  return answered(
    reply,
    isFinal
      ? failFor(reason, { isGone: blamesRecipient(step, reply) })
      : // Relays that ask to come back later, such as those that greylist, refuse repeats within a minute.
        { result: "retry", reason, isPressed: true, retryAfterMs: undefined },
  );
}

/** The recipient's address is not valid, so the relay is not asked. The code is the one that relays answer. */
export const unusable = (problem: string): UntimedResult =>
  answered({ code: 501, text: `501 5.1.3 ${problem}` }, failFor("smtp_501", { isGone: true }));

/** The relay did not answer in time. */
export const timedOut = (step: Step, deadlineMs: number): UntimedResult =>
  unanswered("timeout", `The relay took longer than ${deadlineMs / 1_000} s (${WHERE[step]}).`);

/** The relay got the whole message, and did not answer in time. */
export const unconfirmed = (timeoutMs: number): UntimedResult =>
  unanswered(
    "timeout",
    `The relay did not answer within ${timeoutMs / 1_000} s after the end of the message, which it may have sent on.`,
  );

/** This server stopped before the relay answered to the whole message. */
export const abortedUnconfirmed: UntimedResult = (timing) => ({
  ...abortedResult(timing),
  excerpt:
    "This server stopped before the relay confirmed the message, which it may have sent on. The message is sent again, with the same Message-ID.",
});

/** The relay answered to the message, or refused it. */
const answered =
  ({ code, text }: RelayReply, decision: Decision): UntimedResult =>
  (timing) => ({
    ...timing,
    ...decision,
    receiver: "responds",
    status: code,
    errorCode: decision.result === "delivered" ? null : "smtp_status",
    excerpt: excerpt(text),
  });

/** No answer, or one that refuses this server and not the message: the message is sent again. */
const unanswered =
  (errorCode: DeliveryErrorCode, detail: string): UntimedResult =>
  (timing) => {
    const result = unansweredResult(timing, { errorCode, excerpt: excerpt(detail) });
    return FAILS_ALL.has(errorCode) ? { ...result, receiver: "hangs" } : result;
  };

/** These fail every message, so that one at a time is enough to find out when the relay works again. */
const FAILS_ALL: ReadonlySet<DeliveryErrorCode> = new Set([
  "auth_failed",
  "dns_error",
  "tls_error",
]);

/** Sign-in required, too weak, wrong, or only after STARTTLS (RFC 4954), also in answer to other commands. */
const WRONG_SIGN_IN: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/** Mailbox unknown or disabled, wrong syntax, and "does not accept mail" (RFC 5321, RFC 7504). */
const OF_MAILBOX: ReadonlySet<number> = new Set([521, 550, 551, 553, 556]);
/** A full mailbox is read again one day. Some relays say it with a code for an unknown one. */
const FULL = /quota|\bfull\b/i;

/**
 * Whether the address takes no mail, by the enhanced status code (RFC 3463) if there is one: 5.1 is about an
 * address, of which 5.1.7 to 5.1.9 are about the sender's, and 5.2.1 says that the mailbox is disabled. Not so a
 * full mailbox (5.2.2), a message that is too large for it (5.2.3), and all others, such as 5.7 for policies.
 */
function blamesRecipient(step: Step, { code, text }: RelayReply): boolean {
  const [, subject, detail = ""] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(text) ?? [];
  if (FULL.test(text)) return false;
  if (subject === undefined) return step === "recipient" && OF_MAILBOX.has(code);
  return subject === "1" ? !["7", "8", "9"].includes(detail) : subject === "2" && detail === "1";
}

function errorCodeOf({ step, cause }: SmtpFailure): DeliveryErrorCode {
  if (step === "auth" && cause === undefined) return "auth_failed";
  // nodemailer replaces the code of the system by one of its own.
  const original = (cause as { readonly originalCode?: string } | undefined)?.originalCode;
  const meaning = meaningOfNetworkCode(original ?? codeOf(cause));
  return meaning ?? (step === "tls" ? "tls_error" : "connection_reset");
}

const WHERE: Readonly<Record<Step, string>> = {
  connect: "while connecting to the relay",
  greeting: "while waiting for the relay's greeting",
  tls: "while starting TLS",
  auth: "while signing in",
  sender: "after the sender was named",
  recipient: "after the recipient was named",
  message: "while the message was sent",
};

const detailOf = ({ step, message, isMessageSent }: SmtpFailure): string =>
  isMessageSent
    ? `${message} (before the relay confirmed the message, which it may have sent on)`
    : `${message} (${WHERE[step]})`;

function excerpt(text: string): string {
  const whole = storable(text);
  if (Buffer.byteLength(whole) <= MAX_REPLY_BYTES) return whole;
  // Without a character that was cut in half, which would become U+FFFD of three bytes.
  return Buffer.from(whole)
    .subarray(0, MAX_REPLY_BYTES)
    .toString("utf8")
    .replace(/\uFFFD+$/, "");
}

/** The steps of a conversation, in their order. */
export const STEPS = [
  "connect",
  "greeting",
  "tls",
  "auth",
  "sender",
  "recipient",
  "message",
] as const;
export type Step = (typeof STEPS)[number];

export interface RelayReply {
  readonly code: number;
  /** All lines, with the codes in front of them. */
  readonly text: string;
}

/** A step failed. `cause` is the error of the network or of nodemailer. */
export class SmtpFailure extends Error {
  override readonly name = "SmtpFailure";

  readonly step: Step;
  /** `undefined` if the relay did not answer: the network failed, or it was not asked. */
  readonly reply: RelayReply | undefined;
  /** Whether the whole message may have reached the relay, so that it may have been sent on. */
  readonly isMessageSent: boolean;

  constructor(
    message: string,
    {
      step,
      reply,
      isMessageSent = false,
      cause,
    }: {
      readonly step: Step;
      readonly reply?: RelayReply | undefined;
      readonly isMessageSent?: boolean;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause });
    this.step = step;
    this.reply = reply;
    this.isMessageSent = isMessageSent;
  }
}
