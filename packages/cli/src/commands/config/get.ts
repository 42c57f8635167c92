import { BaseCommand } from "../../base-command.ts";
import { configEntries } from "../../config/config-names.ts";
import { EXIT, Failure } from "../../errors/failure.ts";
import { requiredArgument } from "../../flags/flags.ts";

/** `intray config get` */
export default class ConfigGet extends BaseCommand {
  static override summary = "Print the effective value of a setting.";
  static override description = "Exit code 3: the setting is not set.";
  static override examples = ["intray config get base_url", "intray config get queue.concurrency"];
  static override args = {
    name: requiredArgument("Name of the setting, as shown by config list."),
  };

  override async run(): Promise<object> {
    const { args } = await this.parse(ConfigGet);
    const entry = configEntries(await this.settings()).find(({ name }) => name === args.name);
    if (entry?.value === undefined) {
      throw new Failure({
        exit: EXIT.notFound,
        code: "not_set",
        message: `The setting "${args.name}" is not set.`,
        hint: `Set it with intray config set ${args.name} VALUE; intray config list shows all settings.`,
      });
    }
    if (!this.jsonEnabled()) await this.out.line(String(entry.value));
    return entry;
  }
}
