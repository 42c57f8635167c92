/** The columns that a claim returns for each delivery. */
import type { Selectable } from "kysely";
import type { DeliveryTable } from "../engine/delivery-tables.ts";

export const CLAIMED_COLUMNS = [
  "delivery.id",
  "delivery.submission_id",
  "delivery.webhook_id as destination_id",
  "delivery.attempts_made",
  "delivery.claims",
  "delivery.trigger",
  "delivery.created_at",
] as const;

export type ClaimedDelivery = Pick<
  Selectable<DeliveryTable>,
  "id" | "submission_id" | "attempts_made" | "claims" | "trigger" | "created_at"
> & { readonly destination_id: number };
