/** Webhooks: the flags of their settings. Headers come from a file, since their values may be secrets. */
import type { FormWebhook } from "@intray/sdk";
import { records } from "@intray/sdk/records";
import { parseHeaderFile } from "../flags/header-file.ts";
import { readInput, readSecretFile } from "../flags/inputs.ts";
import { memberFlags } from "../flags/member-flags.ts";
import type { Cell } from "../terminal/table.ts";

export const webhookFlags = memberFlags(records.FormWebhook, {
  url: { member: "url", helpValue: "URL", description: "New URL of the receiver." },
  name: { member: "name", helpValue: "TEXT", description: "New name." },
  format: { member: "format" },
  "content-type": {
    member: "content_type",
    helpValue: "TYPE",
    description: "Content type of the custom format, such as application/xml.",
  },
  "template-file": {
    member: "template",
    helpValue: "FILE|-",
    description: "File with the Handlebars template of the custom format.",
    read: (path) => readText(path, "The template"),
  },
  "headers-file": {
    member: "headers",
    helpValue: "FILE|-",
    description:
      "File with extra request headers, one Name: value per line. Replaces all of them. Needed if they are set and --url leads to another server; an empty file removes them.",
    read: readHeaders,
  },
  "signature-header": { member: "signature_header", helpValue: "NAME" },
  "secret-file": {
    member: "signing_secret",
    helpValue: "FILE|-",
    description:
      "File with the signing secret, if the receiver has one already. Default: the server makes one.",
    read: (path) => readSecretFile(path, "The signing secret"),
  },
  "trigger-when-spam": {
    member: "trigger_when_spam",
    description: "Also send spam. Default: only ham.",
  },
  enabled: { member: "enabled", description: "Enable or disable the webhook." },
});

/** Throws Failure 65 for an invalid file, 66 for an unreadable one. */
async function readHeaders(path: string) {
  const text = await readText(path, "The headers file");
  return parseHeaderFile(text, path).map(([name, value]) => ({ name, value }));
}

const readText = async (path: string, what: string): Promise<string> =>
  (await readInput(path, what)).toString("utf8");

export const describeWebhook = (webhook: FormWebhook): readonly (readonly [string, Cell])[] => [
  ["id", webhook.id],
  ["form_id", webhook.form_id],
  ["name", webhook.name],
  ["url", webhook.url],
  ["format", webhook.format],
  ["enabled", webhook.disabled_reason ?? webhook.enabled],
  ["signing_secret", webhook.signing_secret],
];
