/** Lead scoring: a form's settings for it, its input and its result. */
import type { GeoLocation } from "./geo-location.ts";
import type { Fields } from "./submission.ts";

/** The settings of a form; absent members have their default. */
export interface LeadScoring {
  readonly enabled: boolean;
  /** `rules`: built-in rules; `http`: the model at `INTRAY_LEADS_URL`. */
  readonly provider?: "rules" | "http" | undefined;
  readonly instructions?: string | null | undefined;
  /** How long deliveries wait for the score of a model before they are sent without it. */
  readonly delivery_wait_seconds?: number | undefined;
  readonly [more: string]: unknown;
}

const LEAD_DEFAULTS = { provider: "rules", instructions: null, delivery_wait_seconds: 30 } as const;

export interface CompleteLeadScoring extends LeadScoring {
  readonly provider: "rules" | "http";
  readonly instructions: string | null;
  readonly delivery_wait_seconds: number;
}

export function withLeadDefaults(settings: LeadScoring): CompleteLeadScoring {
  const {
    provider = LEAD_DEFAULTS.provider,
    instructions = LEAD_DEFAULTS.instructions,
    delivery_wait_seconds = LEAD_DEFAULTS.delivery_wait_seconds,
  } = settings;
  return { ...settings, provider, instructions, delivery_wait_seconds };
}

export interface Lead {
  readonly form_name: string;
  readonly fields: Fields;
  readonly email: string | null;
  readonly source_url: string | null;
  readonly files: number;
  /** Location of the sender's IP address; `null` if unknown. */
  readonly location: GeoLocation | null;
}

export interface LeadScore {
  /** An integer from 0 to 100. */
  readonly score: number;
  readonly score_reasoning: string;
  readonly score_location_info: string | null;
}
