import {
  includeFlag,
  includeOf,
  filterFlags,
  toListParams,
  submissionColumns,
} from "../../records/submissions.ts";
import { listCommand } from "../../record-command.ts";

export default listCommand({
  summary: "List submissions, newest first.",
  description:
    "The queue is --filter new: unread, not spam, not trash. Prints a table on a terminal, else tab-separated values; --json prints the API's envelope with all rows. --watch prints new ones as they arrive, like submissions tail.",
  examples: [
    "intray submissions list --filter new",
    "intray submissions list --form 3f2a9c0d1e4b --since 2h --format ndjson",
    "intray submissions list --columns id,payload_params.email --all",
  ],
  record: "Submission",
  collection: "submissions",
  flags: {
    ...filterFlags,
    include: includeFlag,
  },
  query: async ({ flags, formRef }) => ({
    ...(await toListParams(flags, await formRef(flags.form))),
    ...includeOf(flags.include),
  }),
  list: ({ submissions }, query) => submissions.list(query),
  columns: submissionColumns,
});
