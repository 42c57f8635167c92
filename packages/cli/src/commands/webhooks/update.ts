import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { FormWebhook } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { parseId } from "../../flags/ids.ts";
import { requireChange } from "../../flags/require-change.ts";
import { describeWebhook, toWebhookInput, webhookSettingFlags } from "../../flags/webhook-flags.ts";

/** `intray webhooks update` */
export default class WebhooksUpdate extends BaseCommand {
  static override summary = "Change the given settings of a webhook.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> 7 --url https://crm.example.com/new",
    "<%= config.bin %> <%= command.id %> 7 --no-enabled",
  ];
  static override args = {
    webhook: Args.string({ required: true, ignoreStdin: true, description: "Id of the webhook." }),
  };
  static override flags = {
    url: Flags.string({ helpValue: "URL", description: "New URL of the receiver." }),
    name: Flags.string({ helpValue: "TEXT", description: "New name." }),
    ...webhookSettingFlags,
  };

  override async run(): Promise<FormWebhook> {
    const { args, flags } = await this.parse(WebhooksUpdate);
    const id = parseId(args.webhook);
    const input = await toWebhookInput(flags);
    requireChange(input);
    const webhook = await (await this.client()).webhooks.update(id, input);
    if (!this.jsonEnabled()) await this.out.fields(describeWebhook(webhook));
    return webhook;
  }
}
