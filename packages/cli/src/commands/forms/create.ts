import * as Flags from "@oclif/core/flags";
import type { Form, FormInput } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";

/** `intray forms create` */
export default class FormsCreate extends BaseCommand {
  static override summary = "Create a form and print the address to post to.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> --name Contact",
    "<%= config.bin %> <%= command.id %> --name Contact --redirect-url https://example.com/thanks --allowed-domain example.com",
  ];
  static override flags = {
    name: Flags.string({ required: true, helpValue: "TEXT", description: "Name of the form." }),
    project: Flags.integer({ min: 1, helpValue: "ID", description: "Project to put it into." }),
    timezone: Flags.string({ helpValue: "ZONE", description: "Time zone, such as Europe/Berlin." }),
    "redirect-url": Flags.string({
      helpValue: "URL",
      description: "Where the browser goes after a post.",
    }),
    "allowed-domain": Flags.string({
      helpValue: "DOMAIN",
      multiple: true,
      multipleNonGreedy: true,
      description: "Only pages of this domain may post; may be given several times.",
    }),
    "retention-days": Flags.integer({
      min: 1,
      helpValue: "DAYS",
      description: "Delete submissions after so many days.",
    }),
  };

  override async run(): Promise<Form> {
    const { flags } = await this.parse(FormsCreate);
    const client = await this.client();
    const form = await client.forms.create(toInput(flags));
    if (!this.jsonEnabled()) {
      const { origin } = await this.connection();
      await this.out.fields([
        ["id", form.id],
        ["uuid", form.uuid],
        ["name", form.name],
        ["action", `${origin}/f/${form.uuid}`],
      ]);
    }
    return form;
  }
}

interface Given {
  readonly name: string;
  readonly project?: number | undefined;
  readonly timezone?: string | undefined;
  readonly "redirect-url"?: string | undefined;
  readonly "allowed-domain"?: string[] | undefined;
  readonly "retention-days"?: number | undefined;
}

function toInput(flags: Given): FormInput {
  return {
    name: flags.name,
    ...(flags.project !== undefined && { project_id: flags.project }),
    ...(flags.timezone !== undefined && { timezone: flags.timezone }),
    ...(flags["redirect-url"] !== undefined && { redirect_url: flags["redirect-url"] }),
    ...(flags["allowed-domain"] !== undefined && { allowed_domains: flags["allowed-domain"] }),
    ...(flags["retention-days"] !== undefined && { retention_days: flags["retention-days"] }),
  };
}
