/** Columns and members of webhook deliveries in lists. */
import type { WebhookLog } from "@intray/sdk";
import type { Column } from "../terminal/table.ts";
import { unionMembers } from "../flags/union-members.ts";
import { outcomeColumns } from "./delivery-columns.ts";

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
