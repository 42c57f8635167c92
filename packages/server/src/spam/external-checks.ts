/** Checks that ask: whoever posted, by a captcha, and services elsewhere. They run only where a form wants them. */
import type { Sender, OutsideParts } from "./sender.ts";
import type { Finding } from "../domain/finding.ts";
import type { Captcha, SpamChecks } from "../domain/form.ts";
import { askAkismet } from "./akismet.ts";
import { checkCaptcha } from "./captcha.ts";
import type { Suspect } from "./screen.ts";

/** What of a form these checks are about; `captcha.secret` is open. */
export interface OutsideSettings {
  readonly id: number;
  readonly captcha: Captcha | null;
  readonly spam_checks: Pick<SpamChecks, "akismet">;
}

/** Whether anybody has to be asked; most forms ask nobody, and go on at once. */
export function asksOutside(
  { captcha, spam_checks }: OutsideSettings,
  { akismetKey }: Pick<OutsideParts, "akismetKey">,
): boolean {
  return captcha !== null || (spam_checks.akismet && akismetKey !== undefined);
}

/** Never rejects: who cannot be asked is a finding of little weight, and a line in the log. */
export async function findingsOutside(
  suspect: Suspect,
  sender: Sender,
  settings: OutsideSettings,
  parts: OutsideParts,
): Promise<readonly Finding[]> {
  const { captcha, spam_checks } = settings;
  const asked = await Promise.all([
    captcha === null
      ? undefined
      : orUnasked("captcha", checkCaptcha(captcha, sender, parts), settings, parts),
    spam_checks.akismet && parts.akismetKey !== undefined
      ? orUnasked("akismet", askAkismet(suspect, sender, parts.akismetKey, parts), settings, parts)
      : undefined,
  ]);
  return asked.filter((finding) => finding !== undefined);
}

const UNASKED_WEIGHT = 0.2;

async function orUnasked(
  check: string,
  asking: Promise<Finding | undefined>,
  { id }: OutsideSettings,
  { log }: OutsideParts,
): Promise<Finding | undefined> {
  try {
    return await asking;
  } catch (error) {
    log.warn({ err: error, form_id: id, check }, "A post was judged without asking outside.");
    return {
      check,
      weight: UNASKED_WEIGHT,
      sentence: `The check ${check} could not be made: ${error instanceof Error ? error.message : "no answer"}`,
    };
  }
}
