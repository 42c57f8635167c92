/** States of a webhook delivery. */
import type { WebhookLog } from "@intray/sdk";
import { unionMembers } from "../flags/union-members.ts";

export type DeliveryState = WebhookLog["state"];

const IS_FINAL: Readonly<Record<DeliveryState, boolean>> = {
  queued: false,
  delivering: false,
  retrying: false,
  succeeded: true,
  exhausted: true,
  blocked: true,
  canceled: true,
  skipped: true,
};

export const DELIVERY_STATES = unionMembers(IS_FINAL);

/** Whether a delivery in this state has ended and is not attempted again. */
export function isFinalState(state: DeliveryState): boolean {
  return IS_FINAL[state];
}
