import type { Project } from "@intray/sdk";
import { queryFlag } from "../../flags/list-flags.ts";
import { unionMembers } from "../../flags/union-members.ts";
import { listCommand } from "../../record-command.ts";

/** `intray projects list` */
export default listCommand({
  summary: "List projects.",
  examples: ["intray projects list", "intray projects list --query site"],
  collection: "projects",
  flags: { query: queryFlag },
  query: ({ flags: { query } }) => ({ ...(query !== undefined && { query }) }),
  list: ({ projects }, query) => projects.list(query),
  columns: [
    { name: "id", value: ({ id }) => id },
    { name: "name", kind: "text", value: ({ name }) => name },
    { name: "created", kind: "time", value: ({ created_at }) => created_at },
  ],
  members: unionMembers<keyof Project>({
    id: true,
    name: true,
    created_at: true,
    updated_at: true,
  }),
});
