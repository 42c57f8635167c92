import * as Flags from "@oclif/core/flags";
import { recordCommand } from "../../record-command.ts";
import { webhookId } from "../../records/arguments.ts";

export default recordCommand({
  summary: "Print a webhook's signing secret, or replace it.",
  description:
    "To rotate it without rejected webhooks: create the next secret with --stage, configure the receiver to accept both, then sign with the next one with --activate. --regenerate replaces the secret immediately.",
  examples: [
    "intray webhooks secret 7",
    "intray webhooks secret 7 --stage",
    "intray webhooks secret 7 --activate --yes",
  ],
  argument: webhookId,
  flags: {
    stage: Flags.boolean({
      description: "Create the next secret; the current one stays in use.",
      exclusive: ["activate", "regenerate"],
    }),
    activate: Flags.boolean({
      description: "Sign with the next secret.",
      exclusive: ["regenerate"],
    }),
    regenerate: Flags.boolean({ description: "Create a new secret and sign with it immediately." }),
  },
  input: ({ flags }) => flags,
  confirm: (id, { activate, regenerate }) =>
    activate || regenerate
      ? `Sign webhook ${id} with another secret immediately? Receivers without it will reject deliveries.`
      : undefined,
  call: ({ webhooks }, id, { stage, activate, regenerate }) =>
    regenerate
      ? webhooks.regenerateSecret(id)
      : stage || activate
        ? webhooks.regenerateSecret(id, stage ? { stage: true } : { activate: true })
        : webhooks.signingSecret(id),
  // only the secret, so that `$(intray webhooks secret 7)` works
  print: async ({ signing_secret, next_signing_secret }, { out }) => {
    await out.line(signing_secret);
    if (next_signing_secret !== null) await out.line(next_signing_secret);
  },
});
