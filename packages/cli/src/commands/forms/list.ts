import { ListCommand } from "../../list-command.ts";
import { FORM_MEMBERS, formColumns } from "../../records/form-columns.ts";
import { listFlags, perPage, queryFlag, queryOf } from "../../flags/list-flags.ts";

/** `intray forms list` */
export default class FormsList extends ListCommand {
  static override summary = "List forms with their counts.";
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> --fields uuid,name,unread_count",
    "<%= config.bin %> <%= command.id %> --query contact",
  ];
  static override flags = { ...listFlags, query: queryFlag };

  override async run(): Promise<void> {
    const { flags } = await this.parse(FormsList);
    await this.printList(flags, (client) => ({
      collection: "forms",
      pages: client.forms.list({ per_page: perPage(flags), ...queryOf(flags) }).pages(),
      columns: formColumns,
      members: FORM_MEMBERS,
    }));
  }
}
