import type { FormWebhook } from "@intray/sdk";
import { formFlag } from "../../flags/flags.ts";
import { listCommand } from "../../record-command.ts";

export default listCommand({
  summary: "List webhooks and whether each is enabled.",
  examples: [
    "intray webhooks list --form 3",
    "intray webhooks list --columns id,url,failure_count --all",
  ],
  record: "FormWebhook",
  collection: "form_webhooks",
  flags: { form: formFlag() },
  query: async ({ flags, formRef }) => {
    const form_id = await formRef(flags.form);
    return { ...(form_id !== undefined && { form_id }) };
  },
  list: ({ webhooks }, query) => webhooks.list(query),
  columns: [
    { name: "id", value: ({ id }) => id },
    { name: "form", value: ({ form_id }) => form_id },
    { name: "name", kind: "text", value: ({ name }) => name },
    { name: "format", value: ({ format }) => format },
    { name: "state", value: describeState },
    { name: "failures", isWide: true, value: ({ failure_count }) => failure_count },
    { name: "url", kind: "text", value: ({ url }) => url },
  ],
});

function describeState({ enabled, disabled_reason }: FormWebhook): string {
  return enabled ? "enabled" : `disabled${disabled_reason === null ? "" : `: ${disabled_reason}`}`;
}
