import * as Flags from "@oclif/core/flags";
import type { ApiKeyWithText } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { EXIT } from "../../errors/exit-codes.ts";
import { Failure } from "../../errors/failure.ts";
import { parseExpiry } from "../../flags/expires.ts";
import { formFlag } from "../../flags/flags.ts";
import { describeLimits, type KeyLimits } from "../../records/describe-key.ts";

/** `intray keys create` */
export default class KeysCreate extends BaseCommand {
  static override summary = "Create an API key and print it; it cannot be shown again.";
  static override description =
    "Only the key is printed on standard output, so it can be redirected to a file. With --form the key can access that form only.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> --name laptop > key.txt",
    "<%= config.bin %> <%= command.id %> --name website --form 3 --can-delete",
    "<%= config.bin %> <%= command.id %> --name report --scope read --expires 90d",
  ];
  static override flags = {
    name: Flags.string({
      required: true,
      helpValue: "TEXT",
      description: "Name of the key, such as its purpose.",
    }),
    // the scope of a key is never taken from the environment or a profile
    form: formFlag({ description: "Restrict to one form; default: the whole account." }),
    scope: Flags.option({
      options: ["read", "write"] as const,
      default: "write" as const,
      description:
        "What the key may do: only what changes nothing and reveals no secret, or everything.",
    })(),
    expires: Flags.string({
      default: "never",
      helpValue: "WHEN",
      description: "When the key expires: 90d from now, 2026-12-31 (UTC), or never.",
    }),
    "can-delete": Flags.boolean({
      dependsOn: ["form"],
      description: "Allow the key to delete submissions, as account keys always can.",
    }),
  };

  override async run(): Promise<ApiKeyWithText> {
    const { flags } = await this.parse(KeysCreate);
    if (flags["can-delete"] && flags.scope === "read") throw cannotDelete();
    const expiry = parseExpiry(flags.expires);
    const client = await this.client();
    const made = await client.apiKeys.create({
      kind: flags.form === undefined ? "account" : "form",
      name: flags.name,
      ...(flags.scope === "read" && { scope: flags.scope }),
      ...(flags.expires !== "never" && expiry),
      ...(flags.form !== undefined && { form_id: flags.form }),
      ...(flags["can-delete"] && { can_delete: true }),
    });
    if (made.key === null) throw keyIsLost(made.id);
    if (isUnlimited(made, flags)) {
      await client.apiKeys.delete(made.id);
      throw tooOld();
    }
    if (!this.jsonEnabled()) {
      await this.out.line(made.key);
      this.out.note(`Created key ${made.id}: ${describeLimits(made)}. It is not shown again.`);
    }
    return made;
  }
}

/** An older server ignores the scope and the expiry, and makes a key that may do everything for ever. */
function isUnlimited(
  made: KeyLimits,
  wanted: { readonly scope: string; readonly expires: string },
): boolean {
  const { scope = "write", expires_at = null } = made;
  return scope !== wanted.scope || (expires_at === null && wanted.expires !== "never");
}

function tooOld(): Failure {
  return new Failure({
    exit: EXIT.badConfiguration,
    code: "not_supported",
    message: "This server is too old for keys with a scope or an expiry. No key was created.",
    hint: "Update the server, or leave out --scope and --expires.",
  });
}

function cannotDelete(): Failure {
  return new Failure({
    exit: EXIT.usage,
    code: "usage",
    message: "A key with --scope read cannot delete submissions.",
    hint: "Leave out --can-delete, or use --scope write.",
  });
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
