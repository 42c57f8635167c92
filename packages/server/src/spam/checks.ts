/** The checks that a form's posts go through, cheapest first. A check is one file and one line here. */
import type { FormSettings } from "../domain/form.ts";
import { blockedDomains } from "./blocked-domains.ts";
import { blockedWords } from "./blocked-words.ts";
import { classified } from "./classified.ts";
import { disguised } from "./disguised.ts";
import { disposableAddress } from "./disposable-address.ts";
import { honeypot } from "./honeypot.ts";
import { linkDensity } from "./link-density.ts";
import { pitch } from "./pitch.ts";
import { rate } from "./rate.ts";
import { scrambled } from "./scrambled.ts";
import type { Check } from "./screen.ts";
import { tooFast } from "./too-fast.ts";

export type CheckSettings = Pick<
  FormSettings,
  "blocked_domains" | "content_blacklist" | "spam_checks"
>;

/** A form's lists are compiled once for as long as its settings are the same object. */
const compiled = new WeakMap<CheckSettings, readonly Check[]>();

export function checksOf(settings: CheckSettings): readonly Check[] {
  const known = compiled.get(settings);
  if (known !== undefined) return known;
  const checks = compile(settings);
  compiled.set(settings, checks);
  return checks;
}

function compile({ blocked_domains, content_blacklist, spam_checks }: CheckSettings): Check[] {
  return [
    ...(spam_checks.honeypot ? [honeypot] : []),
    ...(spam_checks.rate ? [rate] : []),
    ...(spam_checks.too_fast ? [tooFast] : []),
    ...(spam_checks.disposable ? [disposableAddress] : []),
    ...(blocked_domains.length > 0 ? [blockedDomains(blocked_domains)] : []),
    ...(content_blacklist.length > 0 ? [blockedWords(content_blacklist)] : []),
    ...(spam_checks.links ? [linkDensity] : []),
    ...(spam_checks.content ? [scrambled, disguised, pitch] : []),
    ...(spam_checks.classifier ? [classified] : []),
  ];
}
