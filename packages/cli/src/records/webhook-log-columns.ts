/** How an entry of the webhook log looks in a table. */
import type { WebhookLog } from "@intray/sdk";
import type { Column } from "../terminal/table.ts";

export const WEBHOOK_LOG_MEMBERS = [
  "id",
  "submission_id",
  "webhook_id",
  "webhook_name",
  "url",
  "trigger",
  "state",
  "reason",
  "attempts_made",
  "max_attempts",
  "next_attempt_at",
  "created_at",
  "finished_at",
  "request",
  "attempts",
] as const satisfies readonly (keyof WebhookLog)[];

export const webhookLogColumns: readonly Column<WebhookLog>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "submission", value: ({ submission_id }) => submission_id },
  { name: "webhook", value: ({ webhook_name, webhook_id }) => webhook_name || webhook_id },
  { name: "trigger", value: ({ trigger }) => trigger },
  { name: "state", value: ({ state }) => state },
  {
    name: "attempts",
    value: ({ attempts_made, max_attempts }) => `${attempts_made}/${max_attempts}`,
  },
  { name: "last", value: describeLastAttempt },
  { name: "next", value: ({ next_attempt_at }) => next_attempt_at },
  { name: "created", value: ({ created_at }) => created_at },
];

/** The HTTP status of the last attempt, or what went wrong before there was one. */
function describeLastAttempt({ attempts, reason }: WebhookLog): string | number | null {
  const last = attempts.at(-1);
  return last?.http_status ?? last?.error_code ?? reason;
}
