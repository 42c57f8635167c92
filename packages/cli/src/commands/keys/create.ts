import * as Flags from "@oclif/core/flags";
import type { ApiKeyWithText } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { EXIT } from "../../errors/exit-codes.ts";
import { Failure } from "../../errors/failure.ts";
import { formFlag } from "../../flags/flags.ts";

/** `intray keys create` */
export default class KeysCreate extends BaseCommand {
  static override summary = "Create an API key and print it; it cannot be shown again.";
  static override description =
    "Only the key is printed on standard output, so it can be redirected to a file. With --form the key can access that form only.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> --name laptop > key.txt",
    "<%= config.bin %> <%= command.id %> --name website --form 3 --can-delete",
  ];
  static override flags = {
    name: Flags.string({
      required: true,
      helpValue: "TEXT",
      description: "Name of the key, such as its purpose.",
    }),
    // the scope of a key is never taken from the environment or a profile
    form: formFlag({ description: "Restrict to one form; default: the whole account." }),
    "can-delete": Flags.boolean({
      dependsOn: ["form"],
      description: "Allow the key to delete submissions, as account keys always can.",
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
    if (made.key === null) throw keyIsLost(made.id);
    if (!this.jsonEnabled()) {
      await this.out.line(made.key);
      this.out.note(`Created key ${made.id}. It is not shown again.`);
    }
    return made;
  }
}

/** The connection was lost after the key was created; the response to the retry does not contain the key. */
function keyIsLost(id: number): Failure {
  return new Failure({
    exit: EXIT.tryLater,
    code: "key_lost",
    message: `Key ${id} was created, but the response with the key was lost.`,
    hint: `Revoke it with intray keys revoke ${id}, and create another.`,
  });
}
