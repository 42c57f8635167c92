import * as Args from "@oclif/core/args";
import type { FormWebhook } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { recordFields } from "../../records/fields.ts";
import { parseId } from "../../flags/ids.ts";

/** `intray webhooks get` */
export default class WebhooksGet extends BaseCommand {
  static override summary = "Show one webhook, with masked secrets.";
  static override examples = ["<%= config.bin %> <%= command.id %> 7"];
  static override args = {
    webhook: Args.string({ required: true, ignoreStdin: true, description: "Id of the webhook." }),
  };

  override async run(): Promise<FormWebhook> {
    const { args } = await this.parse(WebhooksGet);
    const id = parseId(args.webhook);
    const webhook = await (await this.client()).webhooks.get(id);
    if (!this.jsonEnabled()) await this.out.fields(recordFields(webhook));
    return webhook;
  }
}
