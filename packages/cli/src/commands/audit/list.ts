import type { Intray } from "@intray/sdk";
import { listParameters } from "@intray/sdk/records";
import { systemClock } from "../../clock.ts";
import { flagsOf, memberFlags, membersOf } from "../../flags/member-flags.ts";
import { parseSince } from "../../flags/times.ts";
import { listCommand } from "../../record-command.ts";

type AuditParams = NonNullable<Parameters<Intray["account"]["auditEvents"]>[0]>;

const filters = memberFlags(listParameters.listAuditEvents, {
  actor: { member: "actor", helpValue: "NAME" },
  action: { member: "action" },
  project: {
    member: "project_id",
    helpValue: "ID",
    description: "Only what was done to this project and its forms.",
  },
  since: {
    member: "created_after",
    helpValue: "TIME|AGE",
    description: "Only what was done after this: 2h, 2026-01-31 or an ISO 8601 time.",
    read: (text: string) => parseSince("--since", text, systemClock),
  },
});

export default listCommand({
  summary: "List who did what to which record, the newest first.",
  description:
    "Needs an account API key, made by an owner or admin. --all --format ndjson exports the whole log, page by page, with old and new values.",
  examples: [
    "intray audit list --actor eva@example.org --since 7d",
    "intray audit list --project 1 --all --format ndjson",
  ],
  record: "AuditEvent",
  collection: "audit_events",
  flags: flagsOf(filters),
  query: ({ flags }) => membersOf<AuditParams>(filters, flags),
  list: ({ account }, query) => account.auditEvents(query),
  columns: [
    { name: "id", value: ({ id }) => id },
    { name: "done", kind: "time", value: ({ created_at }) => created_at },
    { name: "actor", kind: "text", value: ({ actor }) => actor },
    { name: "action", value: ({ action }) => action },
    { name: "kind", value: ({ subject_kind }) => subject_kind },
    { name: "subject", kind: "text", value: ({ subject, subject_id }) => subject ?? subject_id },
    { name: "detail", kind: "text", isWide: true, value: ({ detail }) => detail },
    { name: "from", isWide: true, value: ({ ip }) => ip },
    { name: "times", isWide: true, value: ({ times }) => times },
  ],
});
