/** Creates the lead of a new submission: scored by the rules at once, or queued for the model. */
import type { Lead, CompleteLeadScoring } from "../domain/submission/lead.ts";
import type { NewLead } from "../store/submissions/new-submission.ts";
import { scoreByRules } from "./rules.ts";

const NO_MODEL = "No model is configured on this server (INTRAY_LEADS_URL). ";

/** `null` if the form does not score leads. */
export function newLead(
  { enabled, provider, delivery_wait_seconds }: CompleteLeadScoring,
  hasModel: boolean,
  lead: () => Lead,
): NewLead | null {
  if (!enabled) return null;
  if (provider === "rules") return { ...scoreByRules(lead()), wait_ms: 0 };
  if (!hasModel) return { ...scoreByRules(lead(), NO_MODEL), wait_ms: 0 };
  return {
    score: null,
    score_reasoning: null,
    score_location_info: null,
    wait_ms: delivery_wait_seconds * 1_000,
  };
}
