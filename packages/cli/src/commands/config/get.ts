import * as Args from "@oclif/core/args";
import { BaseCommand } from "../../base-command.ts";
import { configEntries } from "../../config/config-names.ts";
import { EXIT } from "../../errors/exit-codes.ts";
import { Failure } from "../../errors/failure.ts";

/** `intray config get` */
export default class ConfigGet extends BaseCommand {
  static override summary = "Print one setting as it counts here.";
  static override description = "Exit code 3: nothing sets it.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> base_url",
    "<%= config.bin %> <%= command.id %> queue.concurrency",
  ];
  static override args = {
    name: Args.string({
      required: true,
      ignoreStdin: true,
      description: "Its name, as config list shows it.",
    }),
  };

  override async run(): Promise<object> {
    const { args } = await this.parse(ConfigGet);
    const entry = configEntries(await this.settings()).find(({ name }) => name === args.name);
    if (entry?.value === undefined) {
      throw new Failure({
        exit: EXIT.notFound,
        code: "not_set",
        message: `Nothing sets "${args.name}".`,
        hint: `Set it with intray config set ${args.name} VALUE; intray config list shows what is set.`,
      });
    }
    if (!this.jsonEnabled()) await this.out.line(String(entry.value));
    return entry;
  }
}
