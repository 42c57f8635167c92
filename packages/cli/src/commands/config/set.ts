import { BaseCommand } from "../../base-command.ts";
import { configPath } from "../../config/config-file.ts";
import { editConfig } from "../../config/config-names.ts";
import { requiredArgument } from "../../flags/flags.ts";

export default class ConfigSet extends BaseCommand {
  static override summary = "Set a default in the profile.";
  static override description =
    "The settings are base_url, form, format, default_profile, and queue.NAME for a flag of queue run. To store an API key, use intray auth login.";
  static override examples = [
    "intray config set form 3",
    "intray config set queue.concurrency 4 --profile work",
    "intray config set default_profile work",
  ];
  static override args = {
    name: requiredArgument("Name of the setting."),
    value: requiredArgument("New value."),
  };
  static override createsProfile = true;

  override async run(): Promise<object> {
    const { args } = await this.parse(ConfigSet);
    const { profile } = await this.settings();
    const folder = this.environment.configFolder;
    await editConfig(folder, profile, { name: args.name, text: args.value });
    const where = args.name === "default_profile" ? "" : ` of profile ${profile}`;
    this.out.note(`Set ${args.name}${where} to ${args.value} in ${configPath(folder)}.`);
    return { profile, name: args.name, value: args.value };
  }
}
