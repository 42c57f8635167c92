/** Deliveries of every kind: their states, the flags that select them, their columns in lists. */
import type { Delivery, Intray, WebhookLog } from "@intray/sdk";
import { listParameters } from "@intray/sdk/records";
import { systemClock } from "../clock.ts";
import { formFlag } from "../flags/flags.ts";
import { memberFlags } from "../flags/member-flags.ts";
import { parseSince } from "../flags/times.ts";
import type { Cell, Column } from "../terminal/table.ts";

type DeliveryState = WebhookLog["state"];

export const DELIVERY_STATES = listParameters.listDeliveries.state.values;

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

/** Whether a delivery in this state has ended and is not attempted again. */
export const isFinalState = (state: DeliveryState): boolean => IS_FINAL[state];

const outcomeColumns: readonly Column<Delivery | WebhookLog>[] = [
  { name: "trigger", isWide: true, value: ({ trigger }) => trigger },
  { name: "state", value: ({ state }) => state },
  {
    name: "attempts",
    value: ({ attempts_made, max_attempts }) => `${attempts_made}/${max_attempts}`,
  },
  { name: "last", kind: "text", value: describeLastAttempt },
  { name: "next", kind: "time", isWide: true, value: ({ next_attempt_at }) => next_attempt_at },
  { name: "created", kind: "time", value: ({ created_at }) => created_at },
];

export const deliveryColumns: readonly Column<Delivery>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "kind", isWide: true, value: ({ kind }) => kind },
  { name: "submission", value: ({ submission_id }) => submission_id },
  {
    name: "to",
    kind: "text",
    value: ({ destination_name, address }) => destination_name || address,
  },
  ...outcomeColumns,
  { name: "form", kind: "text", isWide: true, value: ({ form_name }) => form_name },
];

/** The status of the last attempt's answer, else its error, else why there was no attempt. */
function describeLastAttempt({ attempts, reason }: Delivery): Cell {
  const last: Partial<Delivery["attempts"][number]> | undefined = attempts.at(-1);
  return last?.http_status ?? last?.smtp_status ?? last?.error_code ?? reason;
}

export type DeliveryParams = NonNullable<Parameters<Intray["deliveries"]["list"]>[0]>;

const form = { member: "form_id", flag: formFlag() };
const since = {
  member: "created_after",
  helpValue: "TIME|AGE",
  description: "Only deliveries queued after this: 2h, 2026-01-31 or an ISO 8601 time.",
  read: (text: string) => parseSince("--since", text, systemClock),
} as const;

export const deliveryFilters = {
  form,
  ...memberFlags(listParameters.listDeliveries, {
    submission: { member: "submission_id", helpValue: "ID" },
    kind: { member: "kind", description: "Only deliveries of this kind." },
    destination: {
      member: "destination_id",
      helpValue: "ID",
      description: "Only deliveries to this destination, such as a webhook.",
    },
    state: { member: "state" },
    since,
  }),
};
