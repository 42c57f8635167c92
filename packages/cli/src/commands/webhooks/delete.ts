import * as Args from "@oclif/core/args";
import type { FormWebhook } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { yesFlag } from "../../flags/flags.ts";
import { parseId } from "../../flags/ids.ts";

/** `intray webhooks delete` */
export default class WebhooksDelete extends BaseCommand {
  static override summary = "Delete a webhook and cancel its pending deliveries.";
  static override examples = ["<%= config.bin %> <%= command.id %> 7 --yes"];
  static override args = {
    webhook: Args.string({ required: true, ignoreStdin: true, description: "Id of the webhook." }),
  };
  static override flags = { yes: yesFlag };

  override async run(): Promise<FormWebhook> {
    const { args, flags } = await this.parse(WebhooksDelete);
    const id = parseId(args.webhook);
    await this.confirm(`Delete webhook ${id}?`, flags.yes);
    const webhook = await (await this.client()).webhooks.delete(id);
    if (!this.jsonEnabled()) this.out.note(`Deleted webhook ${id} (${webhook.url}).`);
    return webhook;
  }
}
