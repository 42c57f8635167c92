import { ListCommand } from "../../list-command.ts";
import { systemClock } from "../../clock.ts";
import { includeFlag, includeOf } from "../../flags/include.ts";
import { listFlags, perPage } from "../../flags/list-flags.ts";
import { SUBMISSION_MEMBERS, submissionColumns } from "../../records/submission-columns.ts";
import { filterFlags, toListParams } from "../../flags/submission-filter.ts";

/** `intray submissions list` */
export default class SubmissionsList extends ListCommand {
  static override summary = "List submissions, newest first.";
  static override description =
    "The queue is --filter new: unread, not spam, not trash. Prints a table on a terminal, else tab-separated values; --json prints the API's envelope with all rows.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> --filter new",
    "<%= config.bin %> <%= command.id %> --form 3f2a9c0d1e4b --since 2h --format ndjson",
    "<%= config.bin %> <%= command.id %> --fields id,payload_params.email --all",
  ];
  static override flags = {
    ...listFlags,
    ...filterFlags,
    include: includeFlag,
  };

  override async run(): Promise<void> {
    const { flags } = await this.parse(SubmissionsList);
    const form = await this.formRef(flags.form);
    const query = { ...toListParams(flags, form, systemClock), ...includeOf(flags.include) };
    await this.printList(flags, (client) => ({
      collection: "submissions",
      pages: client.submissions.list({ ...query, per_page: perPage(flags) }).pages(),
      columns: submissionColumns,
      members: SUBMISSION_MEMBERS,
    }));
  }
}
