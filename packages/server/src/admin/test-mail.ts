/** `test-mail`: sends a message and prints what the relay answered to each step. */
import { type MailConfig, readDkimKey } from "../config/mail-config.ts";
import { parseAddress } from "../domain/mail/address.ts";
import { compose } from "../mail/compose.ts";
import { createMessageSigner } from "../mail/dkim.ts";
import { type Step, STEPS } from "../mail/smtp/result.ts";
import { createMailTransport, type StepReport } from "../mail/transport.ts";
import { oneLine } from "../platform/text/safe-text.ts";
import { type Command, type CommandContext, UsageError } from "./command.ts";

/** Longer than the server waits for all but the last answer, so that a slow relay can be told from one that does not answer. */
const DEADLINE_MS = 60_000;
/** Random bytes of the message id. */
const ID_BYTES = 16;

export const testMail: Command = {
  name: "test-mail",
  summary: "sends a message and prints what the relay answered to each step",
  usage: "<address>",
  details: [
    "It connects to the relay of INTRAY_SMTP_URL, and prints a line for each step: connect,",
    "greeting, tls, auth, sender, recipient and message. It exits with 1 if a step fails.",
    "The password is never printed.",
  ],
  args: { min: 1, max: 1 },
  async run({ args }, context) {
    const parsed = parseAddress(args[0] ?? "");
    if ("problem" in parsed) throw new UsageError(parsed.problem);
    const { mail } = context.config;
    if (mail === undefined) {
      throw new Error("E-mail is not set up. Set INTRAY_SMTP_URL and INTRAY_MAIL_FROM.");
    }
    const isAccepted = await send(mail, parsed.address, context);
    if (!isAccepted) return 1;
    context.printInfo(
      `The relay has accepted the message to ${parsed.address}. If it does not arrive, look into the spam folder and the relay's log.`,
    );
    return 0;
  },
};

async function send(
  mail: MailConfig,
  to: string,
  { clock, random, print }: CommandContext,
): Promise<boolean> {
  const { relay } = mail;
  const sign = await createMessageSigner(readDkimKey(mail));
  const transport = await createMailTransport({
    relay,
    clock,
    deadlineMs: DEADLINE_MS,
    concurrency: 1,
    rate: undefined,
    onStep: printSteps(print),
  });
  const { address } = mail.from;
  const text = `This message was sent by intray-server test-mail from ${address}.`;
  const message = await compose({
    from: mail.from,
    to: [to],
    subject: "Test message of Intray",
    text,
    html: `<p>${text}</p>`,
    messageId: `test-${random(ID_BYTES).toString("hex")}@${address.slice(address.lastIndexOf("@") + 1)}`,
    date: clock.now(),
    autoSubmitted: "auto-generated",
  });
  const { signal } = new AbortController();
  const result = await transport.send(
    { envelopeFrom: address, to, message: await sign(message) },
    signal,
  );
  await transport.close();
  return result.result === "delivered";
}

/** Returns a function that prints each step once, and steps that were left out before the one after them. */
function printSteps(print: (line: string) => void): (report: StepReport) => void {
  const left = new Set<Step>(STEPS);
  return ({ step, isOk, text }) => {
    if (isOk && !left.has(step)) return;
    for (const earlier of left) {
      if (earlier === step) break;
      print(`${earlier}: not used`);
      left.delete(earlier);
    }
    left.delete(step);
    print(`${step}: ${isOk ? "" : "failed: "}${oneLine(text)}`);
  };
}
