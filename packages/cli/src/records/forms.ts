/** Forms: the flags of their settings, and their columns in lists. */
import type { Form } from "@intray/sdk";
import { records } from "@intray/sdk/records";
import { htmlSnippet } from "@intray/sdk/snippet";
import { memberFlags } from "../flags/member-flags.ts";
import type { Cell, Column } from "../terminal/table.ts";

/** Settings that people set often; `--set` sets every other one. */
export const formFlags = memberFlags(records.Form, {
  name: { member: "name", helpValue: "TEXT", description: "New name." },
  project: {
    member: "project_id",
    helpValue: "ID",
    description: "Id of the form's project. A new form without it is in the first project.",
  },
  timezone: {
    member: "timezone",
    helpValue: "ZONE",
    description: "Time zone, such as Europe/Berlin.",
  },
  "redirect-url": {
    member: "redirect_url",
    helpValue: "URL",
    description: "Page to redirect the browser to after a submission.",
  },
  "allowed-domain": {
    member: "allowed_domains",
    helpValue: "DOMAIN",
    description: "Accept submissions only from pages of this domain. Repeatable.",
  },
  "origin-service": {
    member: "origin_service",
    description: "Form service that the page was moved from; its control fields are read.",
  },
  "retention-days": {
    member: "retention_days",
    helpValue: "DAYS",
    description: "Delete submissions after this number of days; 0 keeps them.",
  },
  archived: {
    member: "archived",
    description: "Take no posts and leave the form out of lists; --no-archived brings it back.",
  },
});

export const describeForm = (form: Form, origin: string): readonly (readonly [string, Cell])[] => [
  ["id", form.id],
  ["uuid", form.uuid],
  ["name", form.name],
  ["action", `${origin}/f/${form.uuid}`],
];

/** A form in JSON, with what its page needs. */
export const formDocument = (form: Form, { origin }: { readonly origin: string }): object => ({
  ...form,
  action_url: `${origin}/f/${form.uuid}`,
  html: htmlSnippet(form, origin),
});

export const formColumns: readonly Column<Form>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "uuid", value: ({ uuid }) => uuid },
  { name: "name", kind: "text", value: ({ name }) => name },
  { name: "unread", value: ({ unread_count }) => unread_count },
  { name: "inbox", value: ({ inbox_count }) => inbox_count },
  { name: "spam", value: ({ spam_count }) => spam_count },
  { name: "created", kind: "time", value: ({ created_at }) => created_at },
];
