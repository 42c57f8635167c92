import type { FormWebhookInput } from "@intray/sdk";
import { records } from "@intray/sdk/records";
import { setFlag } from "../../flags/flags.ts";
import { flagsOf, membersOf, requireChange } from "../../flags/member-flags.ts";
import { describeWebhook, webhookFlags } from "../../records/webhooks.ts";
import { recordCommand } from "../../record-command.ts";
import { webhookId } from "../../records/arguments.ts";

export default recordCommand({
  summary: "Change the given settings of a webhook.",
  examples: [
    "intray webhooks update 7 --url https://crm.example.com/new",
    "intray webhooks update 7 --no-enabled",
  ],
  argument: webhookId,
  flags: { ...flagsOf(webhookFlags), set: setFlag },
  input: async ({ flags }) =>
    requireChange(await membersOf<FormWebhookInput>(webhookFlags, flags, records.FormWebhook)),
  call: ({ webhooks }, id, input) => webhooks.update(id, input),
  print: (webhook, { out }) => out.fields(describeWebhook(webhook)),
});
