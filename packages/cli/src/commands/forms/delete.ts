import * as Args from "@oclif/core/args";
import type { Form } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { yesFlag } from "../../flags/flags.ts";

/** `intray forms delete` */
export default class FormsDelete extends BaseCommand {
  static override summary = "Delete a form for good, with its submissions, files and webhooks.";
  static override examples = ["<%= config.bin %> <%= command.id %> 3 --yes"];
  static override args = {
    form: Args.string({ required: true, ignoreStdin: true, description: "Form, by id or uuid." }),
  };
  static override flags = { yes: yesFlag };

  override async run(): Promise<Form> {
    const { args, flags } = await this.parse(FormsDelete);
    const client = await this.client();
    const { id, name, inbox_count, spam_count, trash_count } = await client.forms.get(args.form);
    const many = inbox_count + spam_count + trash_count;
    await this.confirm(`Delete form ${id} "${name}" with ${many} submissions for good?`, flags.yes);
    // By its id: a uuid of digits alone could be read as another form's id.
    const form = await client.forms.delete(id);
    if (!this.jsonEnabled()) this.out.note(`Form ${id} is deleted.`);
    return form;
  }
}
