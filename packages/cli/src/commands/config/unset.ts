import { BaseCommand } from "../../base-command.ts";
import { editConfig } from "../../config/config-names.ts";
import { requiredArgument } from "../../flags/flags.ts";

export default class ConfigUnset extends BaseCommand {
  static override summary = "Remove a default from the profile.";
  static override examples = ["intray config unset queue.concurrency"];
  static override args = { name: requiredArgument("Name of the setting.") };

  override async run(): Promise<object> {
    const { args } = await this.parse(ConfigUnset);
    const { profile } = await this.settings();
    await editConfig(this.environment.configFolder, profile, { name: args.name, text: undefined });
    this.out.note(`Removed ${args.name} from profile ${profile}.`);
    return { profile, name: args.name };
  }
}
