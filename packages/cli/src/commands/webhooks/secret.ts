import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { SigningSecret } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { yesFlag } from "../../flags/flags.ts";
import { parseId } from "../../flags/ids.ts";

/** `intray webhooks secret` */
export default class WebhooksSecret extends BaseCommand {
  static override summary = "Print a webhook's signing secret, or replace it.";
  static override description =
    "To rotate it without rejected webhooks: create the next secret with --stage, configure the receiver to accept both, then sign with the next one with --activate. --regenerate replaces the secret immediately.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> 7",
    "<%= config.bin %> <%= command.id %> 7 --stage",
    "<%= config.bin %> <%= command.id %> 7 --activate --yes",
  ];
  static override args = {
    webhook: Args.string({ required: true, ignoreStdin: true, description: "Id of the webhook." }),
  };
  static override flags = {
    stage: Flags.boolean({
      description: "Create the next secret; the current one stays in use.",
      exclusive: ["activate", "regenerate"],
    }),
    activate: Flags.boolean({
      description: "Sign with the next secret.",
      exclusive: ["regenerate"],
    }),
    regenerate: Flags.boolean({
      description: "Create a new secret and sign with it immediately.",
    }),
    yes: yesFlag,
  };

  override async run(): Promise<SigningSecret> {
    const { args, flags } = await this.parse(WebhooksSecret);
    const id = parseId(args.webhook);
    const { webhooks } = await this.client();
    if (flags.activate || flags.regenerate) {
      await this.confirm(
        `Sign webhook ${id} with another secret immediately? Receivers without it will reject deliveries.`,
        flags.yes,
      );
    }
    const secret = flags.regenerate
      ? await webhooks.regenerateSecret(id)
      : flags.stage || flags.activate
        ? await webhooks.regenerateSecret(id, flags.stage ? { stage: true } : { activate: true })
        : await webhooks.signingSecret(id);
    if (!this.jsonEnabled()) await this.#print(secret);
    return secret;
  }

  /** Prints only the secret, so that `$(intray webhooks secret 7)` works. */
  async #print({ signing_secret, next_signing_secret }: SigningSecret): Promise<void> {
    await this.out.line(signing_secret);
    if (next_signing_secret !== null) await this.out.line(next_signing_secret);
  }
}
