import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { Form } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { describeForm, formSettingFlags, toFormInput } from "../../flags/form-flags.ts";
import { requireChange } from "../../flags/require-change.ts";

/** `intray forms update` */
export default class FormsUpdate extends BaseCommand {
  static override summary = "Change the given settings of a form.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> 3 --name Contact",
    "<%= config.bin %> <%= command.id %> 3 --set redirect_url:=null --set content_blacklist:='[\"casino\"]'",
  ];
  static override args = {
    form: Args.string({ required: true, ignoreStdin: true, description: "Form, by id or uuid." }),
  };
  static override flags = {
    name: Flags.string({ helpValue: "TEXT", description: "New name." }),
    ...formSettingFlags,
  };

  override async run(): Promise<Form> {
    const { args, flags } = await this.parse(FormsUpdate);
    const input = toFormInput(flags);
    requireChange(input);
    const client = await this.client();
    const form = await client.forms.update(args.form, input);
    if (!this.jsonEnabled()) {
      const { origin } = await this.connection();
      await this.out.fields(describeForm(form, origin));
    }
    return form;
  }
}
