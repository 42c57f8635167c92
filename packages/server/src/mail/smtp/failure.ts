/** What went wrong in a conversation with the relay, and at which step. */

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

/** What the relay answered to a step. */
export interface Reply {
  readonly code: number;
  /** All lines, with the codes in front of them. */
  readonly text: string;
}

/** A step failed. `cause` is the error of the network or of nodemailer. */
export class SmtpFailure extends Error {
  override readonly name = "SmtpFailure";

  readonly step: Step;
  /** `undefined` if the relay did not answer: the network failed, or it was not asked. */
  readonly reply: Reply | undefined;
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
      readonly reply?: Reply | undefined;
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
