import * as Flags from "@oclif/core/flags";
import type { FormWebhook } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { EXIT } from "../../errors/exit-codes.ts";
import { Failure } from "../../errors/failure.ts";
import { formFlag } from "../../flags/flags.ts";
import { describeWebhook, toWebhookInput, webhookSettingFlags } from "../../flags/webhook-flags.ts";

/** `intray webhooks create` */
export default class WebhooksCreate extends BaseCommand {
  static override summary = "Create a webhook, which sends a form's submissions to a URL.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> --form 3 --url https://crm.example.com/hooks/intray",
    "<%= config.bin %> <%= command.id %> --form 3 --url https://example.com/in --format custom --content-type application/json --template-file body.hbs",
  ];
  static override flags = {
    form: formFlag(),
    url: Flags.string({ required: true, helpValue: "URL", description: "URL of the receiver." }),
    name: Flags.string({
      helpValue: "TEXT",
      description: "Name of the webhook. Default: the host of the URL.",
    }),
    ...webhookSettingFlags,
  };

  override async run(): Promise<FormWebhook> {
    const { flags } = await this.parse(WebhooksCreate);
    const form = await this.formRef(flags.form);
    if (form === undefined) {
      throw new Failure({
        exit: EXIT.usage,
        code: "usage",
        message: "No form is given for the webhook.",
        hint: "Name the form with --form; intray forms list lists forms.",
      });
    }
    const input = await toWebhookInput({ ...flags, name: flags.name ?? hostOf(flags.url) });
    const client = await this.client();
    const webhook = await client.webhooks.create({ ...input, form_id: form });
    if (!this.jsonEnabled()) {
      await this.out.fields(describeWebhook(webhook));
      this.out.note(`intray webhooks secret ${webhook.id} prints its signing secret.`);
    }
    return webhook;
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
