import { queryFlag } from "../../flags/list-flags.ts";
import { listCommand } from "../../record-command.ts";

export default listCommand({
  summary: "List projects.",
  examples: ["intray projects list", "intray projects list --query site"],
  record: "Project",
  collection: "projects",
  flags: { query: queryFlag },
  query: ({ flags: { query } }) => ({ ...(query !== undefined && { query }) }),
  list: ({ projects }, query) => projects.list(query),
  columns: [
    { name: "id", value: ({ id }) => id },
    { name: "name", kind: "text", value: ({ name }) => name },
    { name: "created", kind: "time", value: ({ created_at }) => created_at },
  ],
});
