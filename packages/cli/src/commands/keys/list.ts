import { listCommand } from "../../record-command.ts";

export default listCommand({
  summary: "List API keys: what each may do, until when, and when it was last used.",
  description: "The keys themselves are not shown; only keys create prints a key.",
  examples: ["intray keys list", "intray keys list --columns id,name,last_used_at --all"],
  record: "ApiKey",
  collection: "api_keys",
  list: ({ apiKeys }, query) => apiKeys.list(query),
  columns: [
    { name: "id", value: ({ id }) => id },
    { name: "kind", value: ({ kind }) => kind },
    { name: "form", value: ({ form_id }) => form_id },
    { name: "project", value: ({ project_id }) => project_id },
    { name: "name", kind: "text", value: ({ name }) => name },
    { name: "key", kind: "text", value: ({ prefix }) => `${prefix}…` },
    { name: "scope", value: ({ scope }) => scope },
    { name: "expires", kind: "time", value: ({ expires_at }) => expires_at },
    {
      name: "deletes",
      isWide: true,
      value: ({ kind, can_delete }) => kind !== "form" || can_delete,
    },
    { name: "last used", kind: "time", value: ({ last_used_at }) => last_used_at },
    { name: "last used from", isWide: true, value: ({ last_used_ip }) => last_used_ip },
    { name: "allowed from", isWide: true, value: ({ allowed_ips }) => allowed_ips?.join(" ") },
    { name: "created", kind: "time", isWide: true, value: ({ created_at }) => created_at },
  ],
});
