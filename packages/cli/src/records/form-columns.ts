/** Columns and members of forms in lists. */
import type { Form } from "@intray/sdk";
import type { Column } from "../terminal/table.ts";
import { unionMembers } from "../flags/union-members.ts";

export const formColumns: readonly Column<Form>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "uuid", value: ({ uuid }) => uuid },
  { name: "name", value: ({ name }) => name },
  { name: "unread", value: ({ unread_count }) => unread_count },
  { name: "inbox", value: ({ inbox_count }) => inbox_count },
  { name: "spam", value: ({ spam_count }) => spam_count },
  { name: "created", value: ({ created_at }) => created_at },
];
export const FORM_MEMBERS = unionMembers<keyof Form>({
  id: true,
  uuid: true,
  name: true,
  project_id: true,
  project_name: true,
  timezone: true,
  redirect_url: true,
  redirect_heading: true,
  redirect_message: true,
  honeypot_field: true,
  duplicate_filter: true,
  allowed_domains: true,
  blocked_domains: true,
  content_blacklist: true,
  captcha: true,
  spam_checks: true,
  retention_days: true,
  retention_includes_unread: true,
  lead_scoring: true,
  inbox_count: true,
  spam_count: true,
  trash_count: true,
  unread_count: true,
  form_webhooks: true,
  created_at: true,
  updated_at: true,
});
