/** Spam checks that call other services: captcha providers, Akismet and DNS. Most forms have none of them. */
import type { Finding } from "../domain/submission/finding.ts";
import type { Captcha, SpamChecks } from "../domain/form.ts";
import { callAkismet } from "./akismet.ts";
import { checkCaptcha } from "./captcha.ts";
import type { ExternalServices, PostSender } from "./external-services.ts";
import { findingOf, type SpamCheckInput } from "./verdict.ts";
import type { TakesMail } from "./mail-domains.ts";

/** The switches of {@link SpamChecks} whose checks call another service. */
export type ExternalSwitch = "akismet" | "mail_domain";

/** The form settings that these checks read; `captcha.secret` is decrypted. */
interface ExternalCheckSettings {
  readonly id: number;
  readonly captcha: Captcha | null;
  readonly spam_checks: Pick<SpamChecks, ExternalSwitch>;
}

/** A check with the settings of one form; resolves to `undefined` if it finds nothing. */
type ExternalCheck = (input: SpamCheckInput, sender: PostSender) => Promise<Finding | undefined>;

/** Each returns `undefined` if the form or the server does not use the check. The checks may reject. */
const CHECKS = {
  captcha: ({ captcha }, services) =>
    captcha === null ? undefined : (_, sender) => checkCaptcha(captcha, sender, services),
  akismet: ({ spam_checks }, services) => {
    const { akismetKey } = services;
    if (!spam_checks.akismet || akismetKey === undefined) return undefined;
    return (input, sender) => callAkismet(input, sender, akismetKey, services);
  },
  mail_domain: ({ spam_checks }, { takesMail }) =>
    spam_checks.mail_domain ? (input) => checkMailDomain(input, takesMail) : undefined,
} satisfies Record<
  ExternalSwitch | "captcha",
  (settings: ExternalCheckSettings, services: ExternalServices) => ExternalCheck | undefined
>;

/** The external checks of a form; empty for most forms. They never reject: a failure is a finding of low weight. */
export function externalChecksOf(
  settings: ExternalCheckSettings,
  services: ExternalServices,
): readonly ExternalCheck[] {
  const checks: ExternalCheck[] = [];
  for (const [name, prepare] of Object.entries(CHECKS)) {
    const check = prepare(settings, services);
    if (check !== undefined) checks.push(catchFailures(name, check, settings, services));
  }
  return checks;
}

export async function runExternalChecks(
  checks: readonly ExternalCheck[],
  input: SpamCheckInput,
  sender: PostSender,
): Promise<readonly Finding[]> {
  const findings = await Promise.all(checks.map((check) => check(input, sender)));
  return findings.filter((finding) => finding !== undefined);
}

const FAILURE_WEIGHT = 0.2;

function catchFailures(
  name: string,
  check: ExternalCheck,
  { id }: ExternalCheckSettings,
  { log }: ExternalServices,
): ExternalCheck {
  return async (input, sender) => {
    try {
      return await check(input, sender);
    } catch (error) {
      log.warn(
        { err: error, form_id: id, check: name },
        "An external spam check failed; the post is judged without it.",
      );
      const detail = error instanceof Error ? error.message : "no response";
      return findingOf(name, FAILURE_WEIGHT, `The ${name} check failed: ${detail}`);
    }
  };
}

/** If DNS does not say, nothing is found. */
async function checkMailDomain(
  { email }: SpamCheckInput,
  takesMail: TakesMail,
): Promise<Finding | undefined> {
  if (email === null) return undefined;
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if ((await takesMail(domain)) !== false) return undefined;
  return findingOf(
    "mail_domain",
    1,
    `${domain} takes no e-mail: it has no mail server, or does not exist.`,
  );
}
