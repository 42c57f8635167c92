/** The table of alerts to the people of an account. */
import type { Generated } from "kysely";
import type { AlertKind, AlertResolution } from "../../domain/alerts/alert.ts";
import type { Json } from "./column-types.ts";

export interface AlertTable {
  id: Generated<number>;
  account_id: number;
  kind: AlertKind;
  /** The webhook, or the form of a quota; 0 for the account and the server. */
  subject_id: number;
  /** An `AlertDetail` as of the last transition. */
  detail: Json;
  since: number;
  raised_at: number;
  /** When a process last found that it still holds; only for what each process sees by itself. */
  seen_at: number;
  resolved_at: number | null;
  resolution: AlertResolution | null;
}
