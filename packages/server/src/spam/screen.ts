/** Runs every spam check on a post, in order, and adds up what they found. */
import type { Finding } from "../finding.ts";
import type { Fields } from "../submission.ts";

/** What a check may look at. */
export interface Suspect {
  readonly fields: Fields;
  /** What the honeypot held; `null` when the post did not have it. */
  readonly honeypot: string | null;
}

export type Check = (suspect: Suspect) => Finding | undefined;

export type Verdict =
  | { readonly kind: "ham" }
  | { readonly kind: "spam"; readonly reason: string; readonly findings: readonly Finding[] };

const SPAM_THRESHOLD = 1;

/** `reason` is the name of the weightiest check. */
export function screen(suspect: Suspect, checks: readonly Check[]): Verdict {
  const findings: Finding[] = [];
  let total = 0;
  for (const check of checks) {
    const finding = check(suspect);
    if (finding === undefined) continue;
    findings.push(finding);
    total += finding.weight;
  }
  if (total < SPAM_THRESHOLD) return { kind: "ham" };
  const heaviest = findings.reduce((most, next) => (next.weight > most.weight ? next : most));
  return { kind: "spam", reason: heaviest.check, findings };
}
