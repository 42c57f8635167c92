import * as Flags from "@oclif/core/flags";
import type { ApiKeyWithText } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { EXIT } from "../../errors/exit-codes.ts";
import { Failure } from "../../errors/failure.ts";
import { formFlag } from "../../flags/flags.ts";

/** `intray keys create` */
export default class KeysCreate extends BaseCommand {
  static override summary = "Create an API key and print it, this once.";
  static override description =
    "The key stands alone on standard output, so that it can go into a file or another tool. With --form it reaches that form only.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> --name laptop > key.txt",
    "<%= config.bin %> <%= command.id %> --name website --form 3 --can-delete",
  ];
  static override flags = {
    name: Flags.string({
      required: true,
      helpValue: "TEXT",
      description: "What it is for, to tell keys apart.",
    }),
    // neither the environment nor a profile decides how far a key reaches
    form: formFlag({ description: "The one form that it reaches; all of the account without." }),
    "can-delete": Flags.boolean({
      dependsOn: ["form"],
      description: "Whether it may delete submissions; a key of the account always may.",
    }),
  };

  override async run(): Promise<ApiKeyWithText> {
    const { flags } = await this.parse(KeysCreate);
    const client = await this.client();
    const made = await client.apiKeys.create({
      kind: flags.form === undefined ? "account" : "form",
      name: flags.name,
      ...(flags.form !== undefined && { form_id: flags.form }),
      ...(flags["can-delete"] && { can_delete: true }),
    });
    if (made.key === null) throw textIsLost(made.id);
    if (!this.jsonEnabled()) {
      await this.out.line(made.key);
      this.out.note(`This is key ${made.id}. It is not shown again.`);
    }
    return made;
  }
}

/** The first answer broke off; the repeated request is answered without the text. */
function textIsLost(id: number): Failure {
  return new Failure({
    exit: EXIT.tryLater,
    code: "key_lost",
    message: `Key ${id} was made, but the answer with its text was lost on the way.`,
    hint: `Take it back with intray keys revoke ${id}, and create another.`,
  });
}
