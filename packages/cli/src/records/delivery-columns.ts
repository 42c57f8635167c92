/** Columns and members of deliveries of every kind in lists. */
import type { Delivery, WebhookLog } from "@intray/sdk";
import type { Cell, Column } from "../terminal/table.ts";
import { unionMembers } from "../flags/union-members.ts";

export const DELIVERY_KINDS = unionMembers<Delivery["kind"]>({ webhook: true, email: true });

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

export const outcomeColumns: readonly Column<Delivery | WebhookLog>[] = [
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
