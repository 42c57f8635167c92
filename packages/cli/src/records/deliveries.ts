/** Deliveries of every kind: their states, the flags that select them, their columns and members in lists. */
import type { WebhookLog, Delivery, Intray } from "@intray/sdk";
import { unionMembers } from "../flags/union-members.ts";
import type { Cell, Column } from "../terminal/table.ts";
import * as Flags from "@oclif/core/flags";
import { systemClock } from "../clock.ts";
import { formFlag } from "../flags/flags.ts";
import type { MemberFlags } from "../flags/member-flags.ts";
import { parseSince } from "../flags/times.ts";

type DeliveryState = WebhookLog["state"];

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

const DELIVERY_KINDS = unionMembers<Delivery["kind"]>({ webhook: true, email: true });

export const DELIVERY_MEMBERS = unionMembers<keyof Delivery>({
  id: true,
  kind: true,
  submission_id: true,
  destination_id: true,
  destination_name: true,
  address: true,
  message_id: true,
  trigger: true,
  state: true,
  reason: true,
  attempts_made: true,
  max_attempts: true,
  next_attempt_at: true,
  created_at: true,
  finished_at: true,
  pruned_at: true,
  request: true,
  attempts: true,
});

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
];

/** The status of the last attempt's answer, else its error, else why there was no attempt. */
function describeLastAttempt({ attempts, reason }: Delivery | WebhookLog): Cell {
  const last: Partial<Delivery["attempts"][number]> | undefined = attempts.at(-1);
  return last?.http_status ?? last?.smtp_status ?? last?.error_code ?? reason;
}

export const WEBHOOK_LOG_MEMBERS = unionMembers<keyof WebhookLog>({
  id: true,
  submission_id: true,
  webhook_id: true,
  message_id: true,
  webhook_name: true,
  url: true,
  trigger: true,
  state: true,
  reason: true,
  attempts_made: true,
  max_attempts: true,
  next_attempt_at: true,
  created_at: true,
  finished_at: true,
  pruned_at: true,
  request: true,
  attempts: true,
});

export const webhookLogColumns: readonly Column<WebhookLog>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "submission", value: ({ submission_id }) => submission_id },
  {
    name: "webhook",
    kind: "text",
    value: ({ webhook_name, webhook_id }) => webhook_name || webhook_id,
  },
  ...outcomeColumns,
];

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
