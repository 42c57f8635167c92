/** Flags that select deliveries, and the parameters of the API for them. */
import type { Intray } from "@intray/sdk";
import * as Flags from "@oclif/core/flags";
import { systemClock } from "../clock.ts";
import { DELIVERY_KINDS } from "../records/delivery-columns.ts";
import { DELIVERY_STATES } from "../webhooks/delivery-states.ts";
import { formFlag } from "./flags.ts";
import type { MemberFlags } from "./member-flags.ts";
import { parseSince } from "./since.ts";

export type DeliveryParams = NonNullable<Parameters<Intray["deliveries"]["list"]>[0]>;
export type WebhookLogParams = NonNullable<Parameters<Intray["webhookLogs"]["list"]>[0]>;

const form = { member: "form_id", flag: formFlag() } as const;
const state = {
  member: "state",
  flag: Flags.option({ options: DELIVERY_STATES, description: "Only deliveries in this state." })(),
} as const;
const since = {
  member: "created_after",
  flag: Flags.string({
    helpValue: "TIME|AGE",
    description: "Only deliveries queued after this: 2h, 2026-01-31 or an ISO 8601 time.",
  }),
  read: (text: string) => parseSince("--since", text, systemClock),
} as const;

export const destinationFlag = Flags.integer({
  min: 1,
  helpValue: "ID",
  description: "Only deliveries to this destination, such as a webhook.",
});

export const deliveryFilters = {
  form,
  submission: {
    member: "submission_id",
    flag: Flags.integer({
      min: 1,
      helpValue: "ID",
      description: "Only deliveries of this submission.",
    }),
  },
  kind: {
    member: "kind",
    flag: Flags.option({
      options: DELIVERY_KINDS,
      description: "Only deliveries of this kind.",
    })(),
  },
  destination: { member: "destination_id", flag: destinationFlag },
  state,
  since,
} as const satisfies MemberFlags<DeliveryParams>;

export const webhookLogFilters = {
  form,
  webhook: {
    member: "webhook_id",
    flag: Flags.integer({
      min: 1,
      helpValue: "ID",
      description: "Only deliveries of this webhook.",
    }),
  },
  state,
  since,
} as const satisfies MemberFlags<WebhookLogParams>;
