import { BaseCommand } from "../../base-command.ts";
import { describeKey } from "../../records/describe-key.ts";

/** `intray auth status` */
export default class AuthStatus extends BaseCommand {
  static override summary = "Show the server and key in use, and check the key with the server.";
  static override description = "Exit code 4: there is no key, or the server rejects it.";
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> --profile work --json",
  ];

  override async run(): Promise<object> {
    await this.parse(AuthStatus);
    const { profile, baseUrlSource } = await this.settings();
    const { baseUrl, keySource } = await this.connection();
    const client = await this.client();
    const me = await client.me();
    if (!this.jsonEnabled()) {
      await this.out.fields([
        ["profile", profile],
        ["server", `${baseUrl} (${baseUrlSource})`],
        ["key", `${describeKey(me)} (${keySource})`],
      ]);
    }
    return {
      profile,
      base_url: baseUrl,
      base_url_source: baseUrlSource,
      key_source: keySource,
      me,
    };
  }
}
