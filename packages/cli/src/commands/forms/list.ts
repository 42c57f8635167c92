import { BaseCommand } from "../../base-command.ts";
import { FORM_MEMBERS, formColumns } from "../../records/form-columns.ts";
import { chooseFormat, listFlags, perPage } from "../../flags/list-flags.ts";
import { printListing } from "../../records/listing.ts";

/** `intray forms list` */
export default class FormsList extends BaseCommand {
  static override summary = "List forms with their counts.";
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> --fields uuid,name,unread_count",
  ];
  static override streamsJson = true;
  static override flags = listFlags;

  override async run(): Promise<void> {
    const { flags } = await this.parse(FormsList);
    const format = chooseFormat(flags, await this.formatContext());
    const client = await this.client();
    await printListing(this.out, {
      collection: "forms",
      pages: client.forms.list({ per_page: perPage(flags) }).pages(),
      columns: formColumns,
      members: FORM_MEMBERS,
      flags,
      format,
    });
  }
}
