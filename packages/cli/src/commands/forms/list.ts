import type { Form } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { chooseFormat, listFlags, perPage } from "../../list-flags.ts";
import { printListing } from "../../listing.ts";
import type { Column } from "../../table.ts";

const COLUMNS: readonly Column<Form>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "uuid", value: ({ uuid }) => uuid },
  { name: "name", value: ({ name }) => name },
  { name: "unread", value: ({ unread_count }) => unread_count },
  { name: "inbox", value: ({ inbox_count }) => inbox_count },
  { name: "spam", value: ({ spam_count }) => spam_count },
  { name: "created", value: ({ created_at }) => created_at },
];
const MEMBERS = [
  "id",
  "uuid",
  "name",
  "project_id",
  "project_name",
  "timezone",
  "redirect_url",
  "redirect_heading",
  "redirect_message",
  "honeypot_field",
  "duplicate_filter",
  "allowed_domains",
  "blocked_domains",
  "content_blacklist",
  "captcha",
  "retention_days",
  "lead_scoring",
  "inbox_count",
  "spam_count",
  "trash_count",
  "unread_count",
  "form_webhooks",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof Form)[];

/** `intray forms list` */
export default class FormsList extends BaseCommand {
  static override summary = "List forms with their counts.";
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> --fields uuid,name,unread_count",
  ];
  static override streamsJson = true;
  static override flags = listFlags;

  override async run(): Promise<void> {
    const { flags } = await this.parse(FormsList);
    const format = chooseFormat(flags, await this.formatContext());
    const client = await this.client();
    await printListing(this.out, {
      collection: "forms",
      pages: client.forms.list({ per_page: perPage(flags) }).pages(),
      columns: COLUMNS,
      members: MEMBERS,
      flags,
      format,
    });
  }
}
