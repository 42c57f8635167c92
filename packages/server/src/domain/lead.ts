/** How promising a submission looks, and what a form says about finding that out. */
import type { GeoLocation } from "./geo-location.ts";
import type { Fields } from "./submission.ts";

/** What a form is told; absent members keep their default. */
export interface LeadScoring {
  readonly enabled: boolean;
  /** Who scores: rules that are built in, or the model behind `INTRAY_LEADS_URL`. */
  readonly provider?: "rules" | "http" | undefined;
  /** What a good lead is, in the owner's words; the model reads it. */
  readonly instructions?: string | null | undefined;
  /** How long deliveries wait for the score of a model; then they go without. */
  readonly delivery_wait_seconds?: number | undefined;
  readonly [more: string]: unknown;
}

export const LEAD_DEFAULTS = {
  provider: "rules",
  instructions: null,
  delivery_wait_seconds: 30,
} as const;

export interface WholeLeadScoring extends LeadScoring {
  readonly provider: "rules" | "http";
  readonly instructions: string | null;
  readonly delivery_wait_seconds: number;
}

/** The settings with their defaults. */
export function wholeLeadScoring(settings: LeadScoring): WholeLeadScoring {
  const {
    provider = LEAD_DEFAULTS.provider,
    instructions = LEAD_DEFAULTS.instructions,
    delivery_wait_seconds = LEAD_DEFAULTS.delivery_wait_seconds,
  } = settings;
  return { ...settings, provider, instructions, delivery_wait_seconds };
}

/** What a score is found from. */
export interface Lead {
  readonly form_name: string;
  readonly fields: Fields;
  readonly email: string | null;
  readonly source_url: string | null;
  /** How many files came along. */
  readonly files: number;
  /** Where the sender's address is; `null` when that is not known. */
  readonly location: GeoLocation | null;
}

export interface LeadScore {
  /** Whole, 0 to 100. */
  readonly score: number;
  readonly score_reasoning: string;
  readonly score_location_info: string | null;
}
