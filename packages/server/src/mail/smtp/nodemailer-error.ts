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
  const reply = response === undefined ? replyWithoutRelay(code, text) : replyOf(hide(response));
  return new SmtpFailure(text, {
    step: STEP_OF_COMMAND[command ?? ""] ?? step,
    reply,
    isMessageSent: isMessageSent && reply === undefined,
    cause: error,
  });
}

export const replyOf = (text: string): Reply => ({ code: Number(text.slice(0, 3)) || 0, text });

/** The answer that the relay would give to what nodemailer does not even send. */
function replyWithoutRelay(code: string | undefined, text: string): Reply | undefined {
  // Larger than the relay announced.
  if (code === "EMESSAGE") return { code: 552, text: `552 5.3.4 ${text}` };
  // Characters that no address in a command may have.
  if (code === "EENVELOPE") return { code: 501, text: `501 5.1.3 ${text}` };
  return undefined;
}
