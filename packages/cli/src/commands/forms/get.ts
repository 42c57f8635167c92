import * as Args from "@oclif/core/args";
import type { Form } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { recordFields } from "../../records/fields.ts";
import { describeForm } from "../../flags/form-flags.ts";

/** `intray forms get` */
export default class FormsGet extends BaseCommand {
  static override summary = "Show one form with its settings and counts.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> 3",
    "<%= config.bin %> <%= command.id %> 0123456789ab --json",
  ];
  static override args = {
    form: Args.string({ required: true, ignoreStdin: true, description: "Form, by id or uuid." }),
  };

  override async run(): Promise<Form> {
    const { args } = await this.parse(FormsGet);
    const client = await this.client();
    const form = await client.forms.get(args.form);
    if (!this.jsonEnabled()) {
      const { origin } = await this.connection();
      const { id: _id, uuid: _uuid, name: _name, form_webhooks, ...settings } = form;
      const webhooks = form_webhooks.map(({ id, name }) => `${id} ${name}`).join(", ");
      await this.out.fields([
        ...describeForm(form, origin),
        ...recordFields(settings),
        ["form_webhooks", webhooks],
      ]);
    }
    return form;
  }
}
