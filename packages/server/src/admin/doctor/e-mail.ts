/** Connects to the SMTP relay and signs in, without sending anything. */
import { createConnection, type RelayConnection } from "../../mail/smtp/connection.ts";
import { SmtpFailure, type Step } from "../../mail/smtp/result.ts";
import { relayName } from "../../mail/smtp/relay.ts";
import { withinTime } from "../../platform/bounds.ts";
import type { Clock } from "../../platform/clock.ts";
import type { CommandContext } from "../command.ts";
import { type CheckResult, failed, ok, skipped } from "./finding.ts";

const MAX_MS = 15_000;
/** How long the relay may take to close the connection. */
const QUIT_MS = 2_000;

export async function checkEmail({
  config: { mail },
  clock,
}: Pick<CommandContext, "config" | "clock">): Promise<CheckResult> {
  if (mail === undefined) {
    return skipped(
      "E-mail is not set up.",
      "To send e-mail, set INTRAY_SMTP_URL and INTRAY_MAIL_FROM.",
    );
  }
  const { relay } = mail;
  const name = relayName(relay);
  const { default: SmtpConnection } = await import("nodemailer/lib/smtp-connection");
  const connection = createConnection({ relay, SmtpConnection });
  try {
    await signIn(connection, clock);
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error;
    const { step, reply, message } = error;
    return failed(
      `The relay ${name} failed at the step ${step}: ${reply?.text ?? message}`,
      HINTS[step],
    );
  } finally {
    connection.destroy();
  }
  const used = relay.auth === undefined ? "answers without signing in" : "accepts the password";
  return ok(`The relay ${name} ${used}. intray-server test-mail sends a message.`);
}

/** @throws SmtpFailure, also if the relay takes too long. */
async function signIn(connection: RelayConnection, clock: Clock): Promise<void> {
  await withinTime(() => connection.open(), {
    clock,
    ms: MAX_MS,
    late: () =>
      new SmtpFailure(`no answer within ${MAX_MS / 1_000} s`, { step: connection.step() }),
  });
  const pause = new Promise<void>((resolve) => void clock.after(QUIT_MS, resolve));
  await Promise.race([connection.quit(), pause]);
}

const CHECK_URL = "Check host and port of INTRAY_SMTP_URL, and that a firewall lets them through.";
const HINTS: Readonly<Partial<Record<Step, string>>> = {
  connect: CHECK_URL,
  greeting: CHECK_URL,
  tls: "Check the relay's certificate, and whether INTRAY_SMTP_URL needs smtps:// or another port.",
  auth: "Check user and password of INTRAY_SMTP_URL.",
};
