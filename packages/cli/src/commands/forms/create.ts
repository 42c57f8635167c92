import * as Flags from "@oclif/core/flags";
import type { Form } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { describeForm, formSettingFlags, toFormInput } from "../../flags/form-flags.ts";

/** `intray forms create` */
export default class FormsCreate extends BaseCommand {
  static override summary = "Create a form and print the URL for its action attribute.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> --name Contact",
    "<%= config.bin %> <%= command.id %> --name Contact --redirect-url https://example.com/thanks --allowed-domain example.com",
  ];
  static override flags = {
    name: Flags.string({ required: true, helpValue: "TEXT", description: "Name of the form." }),
    ...formSettingFlags,
  };

  override async run(): Promise<Form> {
    const { flags } = await this.parse(FormsCreate);
    const input = toFormInput(flags);
    const client = await this.client();
    const form = await client.forms.create(input);
    if (!this.jsonEnabled()) {
      const { origin } = await this.connection();
      await this.out.fields(describeForm(form, origin));
    }
    return form;
  }
}
