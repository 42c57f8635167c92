import * as Flags from "@oclif/core/flags";
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
    "intray submissions list --group-by day --filter any --since 30d",
  ],
  record: "Submission",
  collection: "submissions",
  flags: {
    ...filterFlags,
    include: includeFlag,
    "group-by": Flags.string({
      helpValue: "COLUMN",
      description:
        "Count submissions by the values of a column, the most frequent first: form, state, day (UTC), tag, fields.NAME, or another name that --columns takes. --limit and --all are about the values.",
      exclusive: ["columns"],
      parse: (text) =>
        Promise.resolve(text.replace(/^tag$/, "tags").replace(/^fields\./, "payload_params.")),
    }),
  },
  groupColumns: [{ name: "day", value: ({ created_at }) => created_at.slice(0, 10) }],
  query: async ({ flags, formRef }) => ({
    ...(await toListParams(flags, await formRef(flags.form))),
    ...includeOf(flags.include),
  }),
  list: ({ submissions }, query) => submissions.list(query),
  columns: submissionColumns,
});
