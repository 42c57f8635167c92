import { queryFlag } from "../../flags/list-flags.ts";
import { listCommand } from "../../record-command.ts";
import { formColumns } from "../../records/forms.ts";

export default listCommand({
  summary: "List forms with their counts.",
  examples: [
    "intray forms list",
    "intray forms list --columns uuid,name,unread_count",
    "intray forms list --query contact",
  ],
  record: "Form",
  collection: "forms",
  flags: { query: queryFlag },
  query: ({ flags: { query } }) => ({ ...(query !== undefined && { query }) }),
  list: ({ forms }, query) => forms.list(query),
  columns: formColumns,
});
