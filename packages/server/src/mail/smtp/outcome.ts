/** What the end of a conversation means for the message: answered, or failed and to be repeated. Pure. */
import type { DeliveryErrorCode } from "../../domain/delivery/delivery.ts";
import { meaningOfNetworkCode } from "../../platform/network-error.ts";
import { codeOf } from "../../domain/outage.ts";
import { storable } from "../../platform/storable-text.ts";
import type { Reply, SmtpFailure, Step } from "./failure.ts";

/** What the relay did with a message, apart from times. */
export type MailOutcome =
  | {
      readonly kind: "answered";
      /** Of the answer to the message, or of the one that refused it: 250, 451, 550, … */
      readonly code: number;
      /** The answer, at most 4 KiB. */
      readonly reply: string;
      /** The same message would be refused again (5xx). */
      readonly isFinal: boolean;
      /** The message is refused for good because of the recipient's address: nobody has it, or it takes no mail. */
      readonly isAboutRecipient: boolean;
    }
  | Failed;

/** No answer, or one that refuses this server and not the message: the message is sent again. */
interface Failed {
  readonly kind: "failed";
  readonly errorCode: DeliveryErrorCode;
  readonly detail: string;
}

const MAX_REPLY_BYTES = 4 * 1_024;

export const accepted = ({ code, text }: Reply): MailOutcome => ({
  kind: "answered",
  code,
  reply: excerpt(text),
  isFinal: false,
  isAboutRecipient: false,
});

export function outcomeOf(failure: SmtpFailure): MailOutcome {
  const { step, reply, message } = failure;
  if (reply === undefined) return failed(errorCodeOf(failure), detailOf(failure));
  const isFinal = reply.code >= 500;
  if (step === "auth" || WRONG_SIGN_IN.has(reply.code)) return failed("auth_failed", message);
  // The relay refuses this server, or has no STARTTLS. No message was refused.
  if (step === "tls") return failed("tls_error", message);
  if (isFinal && step === "greeting") return failed("connection_refused", message);
  return {
    kind: "answered",
    code: reply.code,
    reply: excerpt(reply.text),
    isFinal,
    isAboutRecipient: isFinal && blamesRecipient(step, reply),
  };
}

/** The recipient's address is not valid, so the relay is not asked. The code is the one that relays answer. */
export const unusable = (problem: string): MailOutcome => ({
  kind: "answered",
  code: 501,
  reply: excerpt(`501 5.1.3 ${problem}`),
  isFinal: true,
  isAboutRecipient: true,
});

/** The relay did not answer in time. */
export const timedOut = (step: Step, deadlineMs: number): Failed =>
  failed("timeout", `The relay took longer than ${deadlineMs / 1_000} s (${WHERE[step]}).`);

/** Sign-in required, too weak, wrong, or only after STARTTLS (RFC 4954), also in answer to other commands. */
const WRONG_SIGN_IN: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/** Mailbox unknown, disabled or full, wrong syntax, and "does not accept mail" (RFC 5321, RFC 7504). */
const OF_MAILBOX: ReadonlySet<number> = new Set([521, 550, 551, 552, 553, 556]);

/**
 * By the enhanced status code (RFC 3463) if there is one: 5.1 is about an address, of which 5.1.7 to 5.1.9 are
 * about the sender's, and 5.2 about a mailbox. All others, such as 5.7 for policies, are not about the recipient.
 */
function blamesRecipient(step: Step, { code, text }: Reply): boolean {
  const [, subject, detail] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(text) ?? [];
  if (subject === undefined) return step === "recipient" && OF_MAILBOX.has(code);
  return subject === "2" || (subject === "1" && !["7", "8", "9"].includes(detail ?? ""));
}

const failed = (errorCode: DeliveryErrorCode, detail: string): Failed => ({
  kind: "failed",
  errorCode,
  detail: excerpt(detail),
});

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

function detailOf({ step, message, isMessageSent }: SmtpFailure): string {
  return isMessageSent
    ? `${message} (before the relay confirmed the message, which it may have sent on)`
    : `${message} (${WHERE[step]})`;
}

function excerpt(text: string): string {
  const whole = storable(text);
  if (Buffer.byteLength(whole) <= MAX_REPLY_BYTES) return whole;
  // Without a character that was cut in half, which would become U+FFFD of three bytes.
  return Buffer.from(whole)
    .subarray(0, MAX_REPLY_BYTES)
    .toString("utf8")
    .replace(/\uFFFD+$/, "");
}
