import type { FormWebhook } from "@intray/sdk";
import { ListCommand } from "../../list-command.ts";
import { formFlag } from "../../flags/flags.ts";
import { listFlags, perPage } from "../../flags/list-flags.ts";
import type { Column } from "../../terminal/table.ts";
import { unionMembers } from "../../flags/union-members.ts";

const COLUMNS: readonly Column<FormWebhook>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "form", value: ({ form_id }) => form_id },
  { name: "name", kind: "text", value: ({ name }) => name },
  { name: "format", value: ({ format }) => format },
  { name: "state", value: describeState },
  { name: "failures", isWide: true, value: ({ failure_count }) => failure_count },
  { name: "url", kind: "text", value: ({ url }) => url },
];
const MEMBERS = unionMembers<keyof FormWebhook>({
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
});

/** `intray webhooks list` */
export default class WebhooksList extends ListCommand {
  static override summary = "List webhooks and whether each is enabled.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> --form 3",
    "<%= config.bin %> <%= command.id %> --fields id,url,failure_count --all",
  ];
  static override flags = { ...listFlags, form: formFlag() };

  override async run(): Promise<void> {
    const { flags } = await this.parse(WebhooksList);
    const form = await this.formRef(flags.form);
    const params = { per_page: perPage(flags), ...(form !== undefined && { form_id: form }) };
    await this.printList(flags, (client) => ({
      collection: "form_webhooks",
      pages: client.webhooks.list(params).pages(),
      columns: COLUMNS,
      members: MEMBERS,
    }));
  }
}

function describeState({ enabled, disabled_reason }: FormWebhook): string {
  return enabled ? "enabled" : `disabled${disabled_reason === null ? "" : `: ${disabled_reason}`}`;
}
