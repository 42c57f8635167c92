/** Deliveries in given states, and what sending them now finds. */
import type { DeliveryFilter } from "../../src/store/deliveries/matching-deliveries.ts";
import { sendDeliveries } from "../../src/store/deliveries/send-deliveries.ts";
import {
  NO_DELIVERIES,
  sendableDeliveries,
} from "../../src/store/deliveries/sendable-deliveries.ts";
import type { Schema } from "../../src/store/engine/schema.ts";
import { type Fixture, newSubmission } from "../fixture.ts";

export const NOW = 1_000_000;
export const LATER = NOW + 4 * 3_600_000;

export type Columns = Partial<
  Pick<
    Schema["delivery"],
    "state" | "reason" | "next_attempt_at" | "finished_at" | "lease_token" | "lease_expires_at"
  > & { readonly attempts_made: number; readonly lost_workers: number; readonly claims: number }
>;

export const RETRYING: Columns = { next_attempt_at: LATER, attempts_made: 3, claims: 3 };
export const DELIVERING: Columns = {
  state: "delivering",
  next_attempt_at: null,
  lease_token: "1.t",
  lease_expires_at: LATER,
};
export const ended = (state: Schema["delivery"]["state"], more: Columns = {}): Columns => ({
  state,
  next_attempt_at: null,
  finished_at: NOW - 1,
  ...more,
});

/** Stores submission `n`, whose delivery to the webhook has these columns. Returns the delivery's id. */
export async function givenDelivery(
  fixture: Fixture,
  webhook: number,
  n: number,
  columns: Columns,
): Promise<number> {
  await fixture.accept(newSubmission(n));
  const delivery = { submission_id: n, webhook_id: webhook };
  await fixture.update("delivery", columns, delivery);
  return (await fixture.row("delivery", ["id"], delivery)).id;
}

/** What can be sent of account 1 at {@link NOW}. */
export async function foundDeliveries({ db }: Fixture, filter: Partial<DeliveryFilter> = {}) {
  const { deliveries } = await sendableDeliveries(db, {
    filter: { account_id: 1, ...filter },
    after_id: 0,
    untilId: 1_000,
    now: NOW,
    limit: 1_000,
  });
  return deliveries;
}

/** Sends it, and returns how many deliveries that were. */
export async function sendNow(
  fixture: Fixture,
  filter: Partial<DeliveryFilter> = {},
  include_delivered = false,
): Promise<number> {
  const ids = (await foundDeliveries(fixture, filter)).map(({ id }) => id);
  const page = { counts: NO_DELIVERIES, next_cursor: null, started_at: NOW };
  const args = { ids, include_delivered, page, now: NOW };
  return (await fixture.transact((db) => sendDeliveries(db, args))).count;
}

const SHOWN = ["id", "submission_id", "state", "attempts_made", "next_attempt_at"] as const;
export const deliveryRows = ({ rows }: Fixture) => rows("delivery", [...SHOWN, "trigger"]);
