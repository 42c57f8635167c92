/** Flags for the settings of a webhook. Headers come from a file, since their values may be secrets. */
import * as Flags from "@oclif/core/flags";
import type { FormWebhook, FormWebhookInput, WebhookFormat } from "@intray/sdk";
import { parseApiFields } from "./api-fields.ts";
import { setFlag } from "./flags.ts";
import { parseHeaderFile } from "./header-file.ts";
import { readInput } from "./input-file.ts";
import type { Cell } from "../terminal/table.ts";
import { unionMembers } from "./union-members.ts";

const FORMATS = unionMembers<WebhookFormat>({
  json: true,
  data_json: true,
  form_urlencoded: true,
  customer_messaging: true,
  team_chat: true,
  email_marketing: true,
  form_handler: true,
  slack: true,
  custom: true,
});

export const webhookSettingFlags = {
  format: Flags.option({ options: FORMATS, description: "Payload format." })(),
  "content-type": Flags.string({
    helpValue: "TYPE",
    description: "Content type of the custom format, such as application/xml.",
  }),
  "template-file": Flags.string({
    helpValue: "FILE|-",
    description: "File with the Handlebars template of the custom format.",
  }),
  "headers-file": Flags.string({
    helpValue: "FILE|-",
    description: "File with extra request headers, one Name: value per line. Replaces all of them.",
  }),
  "trigger-when-spam": Flags.boolean({
    allowNo: true,
    description: "Also send spam. Default: only ham.",
  }),
  enabled: Flags.boolean({ allowNo: true, description: "Enable or disable the webhook." }),
  set: setFlag,
};

export interface WebhookFlags {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly format?: WebhookFormat | undefined;
  readonly "content-type"?: string | undefined;
  readonly "template-file"?: string | undefined;
  readonly "headers-file"?: string | undefined;
  readonly "trigger-when-spam"?: boolean | undefined;
  readonly enabled?: boolean | undefined;
  readonly set?: string[] | undefined;
}

/**
 * The settings that are given as flags, with the content of the files that they name.
 *
 * @throws Failure 2 for an invalid `--set`, 65 for an invalid headers file, 66 for an unreadable file.
 */
export async function toWebhookInput(flags: WebhookFlags): Promise<FormWebhookInput> {
  const template = flags["template-file"];
  const headers = flags["headers-file"];
  return {
    ...Object.fromEntries(parseApiFields(flags.set ?? [], "--set")),
    ...(flags.name !== undefined && { name: flags.name }),
    ...(flags.url !== undefined && { url: flags.url }),
    ...(flags.format !== undefined && { format: flags.format }),
    ...(flags["content-type"] !== undefined && { content_type: flags["content-type"] }),
    ...(template !== undefined && { template: await readText(template, "The template") }),
    ...(headers !== undefined && { headers: await readHeaders(headers) }),
    ...(flags["trigger-when-spam"] !== undefined && {
      trigger_when_spam: flags["trigger-when-spam"],
    }),
    ...(flags.enabled !== undefined && { enabled: flags.enabled }),
  };
}

async function readHeaders(path: string) {
  const text = await readText(path, "The headers file");
  return parseHeaderFile(text, path).map(([name, value]) => ({ name, value }));
}

async function readText(path: string, what: string): Promise<string> {
  return (await readInput(path, what)).toString("utf8");
}

/** The fields to print after a webhook was created or changed. */
export function describeWebhook(webhook: FormWebhook): readonly (readonly [string, Cell])[] {
  return [
    ["id", webhook.id],
    ["form_id", webhook.form_id],
    ["name", webhook.name],
    ["url", webhook.url],
    ["format", webhook.format],
    ["enabled", webhook.disabled_reason ?? webhook.enabled],
    ["signing_secret", webhook.signing_secret],
  ];
}
