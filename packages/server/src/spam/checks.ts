/** The spam checks of a form that need no other service, in the order in which they run: cheapest first. */
import type { FormSettings, SpamChecks } from "../domain/form.ts";
import { blockedDomains } from "./blocked-domains.ts";
import { blockedWords } from "./blocked-words.ts";
import { classifierCheck } from "./classifier-check.ts";
import { disguised } from "./disguised.ts";
import { disposableAddress } from "./disposable-address.ts";
import type { ExternalSwitch } from "./external-checks.ts";
import { honeypot } from "./honeypot.ts";
import { linkDensity } from "./link-density.ts";
import { pitch } from "./pitch.ts";
import { rate } from "./rate.ts";
import { scrambled } from "./scrambled.ts";
import { tooFast } from "./too-fast.ts";
import type { SpamCheck } from "./verdict.ts";

export type CheckSettings = Pick<
  FormSettings,
  "blocked_domains" | "content_blacklist" | "spam_checks"
>;

/** The switches of {@link SpamChecks} whose checks run in this process. */
type LocalSwitch = Exclude<keyof SpamChecks, ExternalSwitch>;

/** Compiled lists are cached for as long as the settings are the same object. */
const compiled = new WeakMap<CheckSettings, readonly SpamCheck[]>();

export function checksOf(settings: CheckSettings): readonly SpamCheck[] {
  const known = compiled.get(settings);
  if (known !== undefined) return known;
  const checks = compile(settings);
  compiled.set(settings, checks);
  return checks;
}

function compile({ blocked_domains, content_blacklist, spam_checks }: CheckSettings): SpamCheck[] {
  const isOn: Readonly<Record<string, boolean>> = {
    ...spam_checks,
    blocked_domains: blocked_domains.length > 0,
    content_blacklist: content_blacklist.length > 0,
  };
  // A new switch in SpamChecks does not compile until it has an entry here or in external-checks.ts.
  const checks = {
    honeypot: [honeypot],
    rate: [rate],
    too_fast: [tooFast],
    disposable: [disposableAddress],
    blocked_domains: [blockedDomains(blocked_domains)],
    content_blacklist: [blockedWords(content_blacklist)],
    links: [linkDensity],
    content: [scrambled, disguised, pitch],
    classifier: [classifierCheck],
  } satisfies Record<LocalSwitch | "blocked_domains" | "content_blacklist", readonly SpamCheck[]>;
  return Object.entries(checks).flatMap(([name, list]) => (isOn[name] === true ? list : []));
}
