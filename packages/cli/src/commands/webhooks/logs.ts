import * as Flags from "@oclif/core/flags";
import {
  webhookLogFilters,
  webhookLogColumns,
  type WebhookLogParams,
} from "../../records/deliveries.ts";
import { flagsOf, membersOf } from "../../flags/member-flags.ts";
import { listCommand } from "../../record-command.ts";

/** `intray webhooks logs` */
export default listCommand({
  summary: "List webhook deliveries and their outcomes.",
  examples: [
    "intray webhooks logs --submission 42",
    "intray webhooks logs --state exhausted --since 24h --all",
  ],
  record: "WebhookLog",
  collection: "webhook_logs",
  flags: {
    ...flagsOf(webhookLogFilters),
    submission: Flags.integer({
      min: 1,
      helpValue: "ID",
      description: "Only deliveries of this submission.",
      exclusive: ["form", "webhook", "state", "since"],
    }),
  },
  query: async ({ flags: { submission, ...flags }, formRef }) => {
    const form = submission === undefined ? await formRef(flags.form) : undefined;
    const filters = await membersOf<WebhookLogParams>(webhookLogFilters, { ...flags, form });
    return { submission, filters };
  },
  list: ({ webhookLogs }, { submission, filters, per_page }) =>
    submission === undefined
      ? webhookLogs.list({ per_page, ...filters })
      : webhookLogs.ofSubmission(submission, { per_page }),
  columns: webhookLogColumns,
});
