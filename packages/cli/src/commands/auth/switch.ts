import { BaseCommand } from "../../base-command.ts";
import { editConfig } from "../../config/config-names.ts";
import { requiredArgument } from "../../flags/flags.ts";

export default class AuthSwitch extends BaseCommand {
  static override summary = "Change the default profile.";
  static override examples = ["intray auth switch work"];
  static override args = { profile: requiredArgument("Name of the profile.") };

  override async run(): Promise<object> {
    const { args } = await this.parse(AuthSwitch);
    const change = { name: "default_profile", text: args.profile };
    const config = await editConfig(this.environment.configFolder, args.profile, change);
    const baseUrl = config.profiles[args.profile]?.base_url;
    this.out.note(`The default profile is now ${args.profile}${baseUrl ? ` (${baseUrl})` : ""}.`);
    if (this.environment.profile !== undefined && this.environment.profile !== args.profile) {
      this.out.note(`INTRAY_PROFILE is set and takes precedence: ${this.environment.profile}.`);
    }
    return { profile: args.profile, base_url: baseUrl ?? null };
  }
}
