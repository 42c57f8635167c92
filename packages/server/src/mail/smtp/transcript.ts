/** Assigns the lines of an SMTP conversation to its steps. nodemailer reports the lines as log entries. */
import type { Step } from "./failure.ts";

export interface Transcript {
  /** The step that the relay has not answered yet; the last one if it has answered all. */
  readonly step: () => Step;
  /** Whether the relay has asked for the message after the last DATA (354). */
  readonly isMessageWanted: () => boolean;
  /** Adds a command. */
  sent(line: string): void;
  /** Adds an answer, which may have several lines. */
  received(text: string): void;
}

const STEP_OF_COMMAND: Readonly<Record<string, Step>> = {
  EHLO: "greeting",
  HELO: "greeting",
  STARTTLS: "tls",
  AUTH: "auth",
  MAIL: "sender",
  RCPT: "recipient",
  DATA: "message",
};

/** @param onReply Called for each answer. */
export function createTranscript(onReply: (step: Step, text: string) => void): Transcript {
  /** In the order in which the relay answers: several commands may be sent before the first answer. */
  const unanswered: (Step | undefined)[] = ["greeting"];
  let last: Step = "greeting";
  let isMessageWanted = false;
  return {
    step: () => unanswered[0] ?? last,
    isMessageWanted: () => isMessageWanted,
    sent(line) {
      // Ends a message without content, after every recipient was refused; its answer is awaited already.
      if (line === ".") return;
      const [verb = ""] = line.split(" ", 1);
      if (verb === "DATA") isMessageWanted = false;
      // Other lines continue a sign-in, or end a message or the conversation.
      unanswered.push(STEP_OF_COMMAND[verb] ?? (last === "auth" ? "auth" : undefined));
    },
    received(text) {
      const step = unanswered.shift();
      if (step === undefined) return;
      last = step;
      // 354: now the message is sent, and answered once more.
      if (step === "message" && text.startsWith("3")) {
        isMessageWanted = true;
        unanswered.unshift("message");
      }
      // 334: the sign-in continues.
      else if (!text.startsWith("3")) onReply(step, text);
    },
  };
}
