import { listCommand } from "../../record-command.ts";

export default listCommand({
  summary: "List the people of the account, and what each has access to.",
  examples: ["intray members list"],
  record: "Member",
  collection: "members",
  list: ({ members }, query) => members.list(query),
  columns: [
    { name: "id", value: ({ id }) => id },
    { name: "email", kind: "text", value: ({ email }) => email },
    { name: "role", value: ({ role }) => role },
    { name: "projects", value: ({ project_ids }) => project_ids?.join(" ") ?? "all" },
    { name: "state", value: ({ state }) => state },
  ],
});
