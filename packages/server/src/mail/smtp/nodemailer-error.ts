/** Turns an error of nodemailer or of a socket into an SmtpFailure. */
import { networkErrorDetail } from "../../platform/network-error.ts";
import { type Reply, SmtpFailure, type Step } from "./failure.ts";

/** What nodemailer adds to its errors. */
interface NodemailerError {
  readonly code: string;
  /** The command that failed; `CONN` and `API` are none. */
  readonly command: string;
  readonly response: string;
}

const STEP_OF_COMMAND: Readonly<Record<string, Step>> = {
  "MAIL FROM": "sender",
  "RCPT TO": "recipient",
  DATA: "message",
  STARTTLS: "tls",
};

export interface FailureContext {
  /** The step that the relay had not answered. */
  readonly step: Step;
  readonly isMessageSent: boolean;
  /** Removes the password from a text. */
  readonly hide: (text: string) => string;
}

export function failureOf(
  error: unknown,
  { step, isMessageSent, hide }: FailureContext,
): SmtpFailure {
  const { code, command, response } = error as Partial<NodemailerError>;
  const text = hide(networkErrorDetail(error));
  // Larger than the relay announced, so nodemailer does not send it: what the relay would answer.
  if (code === "EMESSAGE" && response === undefined) {
    return new SmtpFailure(text, { step: "message", reply: replyOf(`552 5.3.4 ${text}`) });
  }
  const reply = response === undefined ? undefined : refusalIn(hide(response));
  return new SmtpFailure(text, {
    step: STEP_OF_COMMAND[command ?? ""] ?? step,
    reply,
    isMessageSent: isMessageSent && reply === undefined,
    cause: error,
  });
}

/** Only 4xx and 5xx refuse. Any other answer to a command that failed shows that this is no SMTP server. */
const refusalIn = (text: string): Reply | undefined =>
  /^[45]\d\d(?:[ -]|$)/.test(text) ? replyOf(text) : undefined;

export const replyOf = (text: string): Reply => ({ code: Number(text.slice(0, 3)) || 0, text });
