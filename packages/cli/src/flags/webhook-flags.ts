/** Flags that set what a webhook can be told. No header's value is ever an argument: it may be a key. */
import * as Flags from "@oclif/core/flags";
import type { FormWebhook, FormWebhookInput } from "@intray/sdk";
import { parseApiFields } from "./api-fields.ts";
import { setFlag } from "./flags.ts";
import { parseHeaderFile } from "./header-file.ts";
import { readInput } from "./input-file.ts";
import type { Cell } from "../terminal/table.ts";

const FORMATS = [
  "json",
  "data_json",
  "form_urlencoded",
  "customer_messaging",
  "team_chat",
  "email_marketing",
  "form_handler",
  "slack",
  "custom",
] as const satisfies readonly FormWebhook["format"][];

export const webhookSettingFlags = {
  format: Flags.option({ options: FORMATS, description: "How the payload is written." })(),
  "content-type": Flags.string({
    helpValue: "TYPE",
    description: "Of a custom format, such as application/xml.",
  }),
  "template-file": Flags.string({
    helpValue: "FILE|-",
    description: "Handlebars template of a custom format.",
  }),
  "headers-file": Flags.string({
    helpValue: "FILE|-",
    description: "Headers to send along, one Name: value a line; they replace those there are.",
  }),
  "trigger-when-spam": Flags.boolean({
    allowNo: true,
    description: "Whether spam is sent too; ham alone is when not given.",
  }),
  enabled: Flags.boolean({ allowNo: true, description: "Whether anything is sent at all." }),
  set: setFlag,
};

export interface WebhookFlags {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly format?: FormWebhook["format"] | undefined;
  readonly "content-type"?: string | undefined;
  readonly "template-file"?: string | undefined;
  readonly "headers-file"?: string | undefined;
  readonly "trigger-when-spam"?: boolean | undefined;
  readonly enabled?: boolean | undefined;
  readonly set?: string[] | undefined;
}

/** What the flags and the files they name say, and nothing else. @throws Failure 2, 65 or 66. */
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

/** What is told of a webhook that was made or changed. */
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
