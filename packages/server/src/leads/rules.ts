/** Scores a lead by rules: each signal adds or subtracts points and gives a reason. */
import type { Lead, LeadScore } from "../domain/submission/lead.ts";
import { locationText } from "../domain/submission/geo-location.ts";
import { type Signal, signalsOf } from "./signals.ts";

/** The score of a lead without any signal. */
const BASE_SCORE = 30;

/** @param preface Text before the reasons, such as why the rules scored instead of the model. */
export function scoreByRules(lead: Lead, preface = ""): LeadScore {
  const signals = signalsOf(lead);
  const sum = signals.reduce((total, { points }) => total + points, BASE_SCORE);
  const where = locationText(lead.location);
  return {
    score: Math.min(100, Math.max(0, sum)),
    score_reasoning: preface + reasoning(signals),
    score_location_info: where === null ? null : `The sender's address is in ${where}.`,
  };
}

/** The reasons with their points, strongest first. */
function reasoning(signals: readonly Signal[]): string {
  const sorted = signals.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const listed = sorted.map(
    ({ points, reason }) => `${reason} (${points > 0 ? "+" : ""}${points})`,
  );
  return `By rules, from ${BASE_SCORE}: ${listed.join(", ")}.`;
}
