/** How forms are listed. */
import type { Form } from "@intray/sdk";
import type { Column } from "../terminal/table.ts";

export const formColumns: readonly Column<Form>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "uuid", value: ({ uuid }) => uuid },
  { name: "name", value: ({ name }) => name },
  { name: "unread", value: ({ unread_count }) => unread_count },
  { name: "inbox", value: ({ inbox_count }) => inbox_count },
  { name: "spam", value: ({ spam_count }) => spam_count },
  { name: "created", value: ({ created_at }) => created_at },
];
export const FORM_MEMBERS = [
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
