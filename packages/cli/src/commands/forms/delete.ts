import type { Form } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { findForm } from "../../records/find-form.ts";
import { requiredArgument, yesFlag } from "../../flags/flags.ts";

/** `intray forms delete` */
export default class FormsDelete extends BaseCommand {
  static override summary = "Delete a form with its submissions, files and webhooks permanently.";
  static override examples = ["intray forms delete 3 --yes"];
  static override args = {
    form: requiredArgument("Form, by id, uuid or name."),
  };
  static override flags = { yes: yesFlag };

  override async run(): Promise<Form> {
    const { args, flags } = await this.parse(FormsDelete);
    const client = await this.client();
    const { id, name, inbox_count, spam_count, trash_count } = await client.forms.get(
      await findForm(args.form, () => this.client()),
    );
    const count = inbox_count + spam_count + trash_count;
    await this.confirm(
      `Delete form ${id} "${name}" with ${count} submissions permanently?`,
      flags.yes,
    );
    // by id, since a uuid that consists of digits could be the id of another form
    const form = await client.forms.delete(id);
    if (!this.jsonEnabled()) this.out.note(`Deleted form ${id}.`);
    return form;
  }
}
