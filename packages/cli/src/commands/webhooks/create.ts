import type { FormWebhookInput } from "@intray/sdk";
import { records } from "@intray/sdk/records";
import * as Flags from "@oclif/core/flags";
import { type Failure, usageFailure } from "../../errors/failure.ts";
import { formFlag, setFlag } from "../../flags/flags.ts";
import { flagsOf, membersOf } from "../../flags/member-flags.ts";
import { describeWebhook, webhookFlags } from "../../records/webhooks.ts";
import { recordCommand } from "../../record-command.ts";

export default recordCommand({
  summary: "Create a webhook, which sends a form's submissions to a URL.",
  examples: [
    "intray webhooks create --form 3 --url https://crm.example.com/hooks/intray",
    "intray webhooks create --form 3 --url https://example.com/in --format custom --content-type application/json --template-file body.hbs",
  ],
  flags: {
    form: formFlag(),
    ...flagsOf(webhookFlags),
    url: Flags.string({ required: true, helpValue: "URL", description: "URL of the receiver." }),
    name: Flags.string({
      helpValue: "TEXT",
      description: "Name of the webhook. Default: the host of the URL.",
    }),
    set: setFlag,
  },
  input: async ({ flags, formRef }) => {
    const form_id = await formRef(flags.form);
    if (form_id === undefined) throw noForm();
    const host = URL.canParse(flags.url) ? new URL(flags.url).host : "";
    if (host === "") throw noUrl(flags.url);
    const name = flags.name ?? host;
    const given = { ...flags, name };
    return {
      ...(await membersOf<FormWebhookInput>(webhookFlags, given, records.FormWebhook)),
      form_id,
    };
  },
  call: ({ webhooks }, _id, input) => webhooks.create(input),
  print: async (webhook, { out }) => {
    await out.fields(describeWebhook(webhook));
    out.note(`intray webhooks secret ${webhook.id} prints its signing secret.`);
  },
});

const noForm = (): Failure =>
  usageFailure(
    "No form is given for the webhook.",
    "Name the form with --form; intray forms list lists forms.",
  );

const noUrl = (given: string): Failure =>
  usageFailure(
    `--url is "${given}", which is not a URL with a host.`,
    `Write it like http://${given.replace(/^\/+/, "")}.`,
  );
