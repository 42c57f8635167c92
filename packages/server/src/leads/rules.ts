/** A score by rules that can be read: points for and against, and the reasons with them. */
import type { Lead, LeadScore } from "../domain/lead.ts";
import { locationText } from "../domain/geo-location.ts";
import { findingsOf } from "./signals.ts";

/** What a post about which nothing is known has. */
const BASE = 30;

/** @param preface Goes before the reasons, such as why rules were asked at all. */
export function scoreByRules(lead: Lead, preface = ""): LeadScore {
  const findings = findingsOf(lead);
  const sum = findings.reduce((total, { points }) => total + points, BASE);
  const where = locationText(lead.location);
  return {
    score: Math.min(100, Math.max(0, sum)),
    score_reasoning: preface + reasoning(findings),
    score_location_info: where === null ? null : `The sender's address is in ${where}.`,
  };
}

/** The weightiest first. */
function reasoning(findings: ReturnType<typeof findingsOf>): string {
  const sorted = findings.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const listed = sorted.map(
    ({ points, because }) => `${because} (${points > 0 ? "+" : ""}${points})`,
  );
  return `By rules, from ${BASE}: ${listed.join(", ")}.`;
}
