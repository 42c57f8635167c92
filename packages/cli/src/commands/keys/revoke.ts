import * as Args from "@oclif/core/args";
import type { ApiKey } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { yesFlag } from "../../flags/flags.ts";
import { parseId } from "../../flags/ids.ts";

/** `intray keys revoke` */
export default class KeysRevoke extends BaseCommand {
  static override summary = "Revoke an API key immediately and permanently.";
  static override examples = ["<%= config.bin %> <%= command.id %> 7 --yes"];
  static override args = {
    key: Args.string({
      required: true,
      ignoreStdin: true,
      description: "Id of the key, as shown by keys list; not the key itself.",
    }),
  };
  static override flags = { yes: yesFlag };

  override async run(): Promise<ApiKey> {
    const { args, flags } = await this.parse(KeysRevoke);
    const id = parseId(args.key);
    await this.confirm(`Revoke key ${id}? Its requests will be rejected immediately.`, flags.yes);
    const key = await (await this.client()).apiKeys.delete(id);
    if (!this.jsonEnabled()) this.out.note(`Revoked key ${id} (${key.name}).`);
    return key;
  }
}
