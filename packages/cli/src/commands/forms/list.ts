import { ListCommand } from "../../list-command.ts";
import { FORM_MEMBERS, formColumns } from "../../records/form-columns.ts";
import { listFlags, perPage } from "../../flags/list-flags.ts";

/** `intray forms list` */
export default class FormsList extends ListCommand {
  static override summary = "List forms with their counts.";
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> --fields uuid,name,unread_count",
  ];
  static override flags = listFlags;

  override async run(): Promise<void> {
    const { flags } = await this.parse(FormsList);
    await this.printList(flags, (client) => ({
      collection: "forms",
      pages: client.forms.list({ per_page: perPage(flags) }).pages(),
      columns: formColumns,
      members: FORM_MEMBERS,
    }));
  }
}
