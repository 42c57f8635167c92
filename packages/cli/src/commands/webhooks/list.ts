import type { FormWebhook } from "@intray/sdk";
import { formFlag } from "../../flags/flags.ts";
import { unionMembers } from "../../flags/union-members.ts";
import { listCommand } from "../../record-command.ts";

/** `intray webhooks list` */
export default listCommand({
  summary: "List webhooks and whether each is enabled.",
  examples: [
    "intray webhooks list --form 3",
    "intray webhooks list --fields id,url,failure_count --all",
  ],
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
  members: unionMembers<keyof FormWebhook>({
    id: true,
    form_id: true,
    name: true,
    url: true,
    format: true,
    content_type: true,
    template: true,
    headers: true,
    trigger_when_spam: true,
    enabled: true,
    disabled_reason: true,
    signing_secret: true,
    failure_count: true,
    last_failure_at: true,
    created_at: true,
    updated_at: true,
  }),
});

function describeState({ enabled, disabled_reason }: FormWebhook): string {
  return enabled ? "enabled" : `disabled${disabled_reason === null ? "" : `: ${disabled_reason}`}`;
}
