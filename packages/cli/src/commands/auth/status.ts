import { BaseCommand } from "../../base-command.ts";
import { systemClock } from "../../clock.ts";
import { describeKey, describeRights } from "../../records/describe-key.ts";

export default class AuthStatus extends BaseCommand {
  static override summary = "Show the server and key in use, what the key may do, and until when.";
  static override description =
    "Checks the key with the server. Exit code 4: there is no key, the server rejects it, or it has expired.";
  static override examples = ["intray auth status", "intray auth status --profile work --json"];

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
        ...describeRights(me, systemClock.now()),
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
