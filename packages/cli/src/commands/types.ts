import { writeFile } from "node:fs/promises";
import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { Form } from "@intray/sdk";
import { BaseCommand } from "../base-command.ts";
import { failWriting } from "../export/output-file.ts";
import { findForm } from "../records/find-form.ts";
import { typesOf } from "../records/form-types.ts";

export default class Types extends BaseCommand {
  static override summary = "Write TypeScript types of forms from their field rules.";
  static override examples = ["intray types", "intray types 1 3 -o forms.ts"];
  static override args = {
    form: Args.string({
      multiple: true,
      ignoreStdin: true,
      description: "Forms, by id, uuid or name. Default: all.",
    }),
  };
  static override flags = {
    output: Flags.string({
      char: "o",
      helpValue: "FILE",
      description: "File to write. Default: standard output.",
    }),
  };

  override async run(): Promise<{ readonly types: string }> {
    const { args, flags } = await this.parse(Types);
    const { forms } = await this.client();
    const named = async (name: string) => forms.get(await findForm(name, () => this.client()));
    const chosen = args.form === undefined ? forms.list() : args.form.map(named);
    const types = typesOf(await Array.fromAsync<Form>(chosen));
    if (flags.output !== undefined)
      await writeFile(flags.output, types).catch(failWriting(flags.output));
    else if (!this.jsonEnabled()) await this.out.write(types);
    return { types };
  }
}
