import * as Flags from "@oclif/core/flags";
import type { Intray } from "@intray/sdk";
import { ListCommand } from "../../list-command.ts";
import { systemClock } from "../../clock.ts";
import { formFlag } from "../../flags/flags.ts";
import { listFlags, perPage } from "../../flags/list-flags.ts";
import { parseSince } from "../../flags/since.ts";
import { WEBHOOK_LOG_MEMBERS, webhookLogColumns } from "../../records/webhook-log-columns.ts";
import { DELIVERY_STATES } from "../../webhooks/delivery-states.ts";
import type { DeliveryState } from "../../webhooks/delivery-states.ts";

/** `intray webhooks logs` */
export default class WebhooksLogs extends ListCommand {
  static override summary = "List webhook deliveries and their outcomes.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> --submission 42",
    "<%= config.bin %> <%= command.id %> --state exhausted --since 24h --all",
  ];
  static override flags = {
    ...listFlags,
    submission: Flags.integer({
      min: 1,
      helpValue: "ID",
      description: "Only deliveries of this submission.",
      exclusive: ["form", "webhook", "state", "since"],
    }),
    form: formFlag(),
    webhook: Flags.integer({
      min: 1,
      helpValue: "ID",
      description: "Only deliveries of this webhook.",
    }),
    state: Flags.option({
      options: DELIVERY_STATES,
      description: "Only deliveries in this state.",
    })(),
    since: Flags.string({
      helpValue: "TIME|AGE",
      description: "Only deliveries queued after this: 2h, 2026-01-31 or an ISO 8601 time.",
    }),
  };

  override async run(): Promise<void> {
    const { flags } = await this.parse(WebhooksLogs);
    const since = flags.since && parseSince("--since", flags.since, systemClock);
    const form = flags.submission === undefined ? await this.formRef(flags.form) : undefined;
    await this.printList(flags, (client) => ({
      collection: "webhook_logs",
      pages: listLogs(client, { ...flags, form, since, per_page: perPage(flags) }),
      columns: webhookLogColumns,
      members: WEBHOOK_LOG_MEMBERS,
    }));
  }
}

interface LogFilter {
  readonly submission?: number | undefined;
  readonly form: string | undefined;
  readonly webhook?: number | undefined;
  readonly state?: DeliveryState | undefined;
  readonly since: string | undefined;
  readonly per_page: number;
}

function listLogs(
  client: Intray,
  { submission, form, webhook, state, since, per_page }: LogFilter,
) {
  if (submission !== undefined) {
    return client.webhookLogs.ofSubmission(submission, { per_page }).pages();
  }
  return client.webhookLogs
    .list({
      per_page,
      ...(form && { form_id: form }),
      ...(webhook && { webhook_id: webhook }),
      ...(state && { state }),
      ...(since && { created_after: since }),
    })
    .pages();
}
