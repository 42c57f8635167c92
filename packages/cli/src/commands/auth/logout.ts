import { BaseCommand } from "../../base-command.ts";
import { removeKey } from "../../config/api-key.ts";

export default class AuthLogout extends BaseCommand {
  static override summary = "Remove the profile's stored API key from this machine.";
  static override description =
    "The key stays valid; revoke it on the server if others may have it. Without a stored key the command does nothing.";
  static override examples = ["intray auth logout --profile work"];

  override async run(): Promise<object> {
    await this.parse(AuthLogout);
    const { profile } = await this.settings();
    const removed = await removeKey(this.environment, profile);
    this.out.note(
      removed
        ? `Removed the key of profile ${profile} from this machine.`
        : `Profile ${profile} has no stored key.`,
    );
    return { profile, removed };
  }
}
