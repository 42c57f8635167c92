/** Flags of `webhooks listen`. */
import * as Flags from "@oclif/core/flags";
import type { InferredFlags } from "@oclif/core/interfaces";
import { durationFlag, formFlag, lastEventIdFlag, repeatable } from "../flags/flags.ts";
import { webhookFlags } from "../records/webhooks.ts";
import { SECRET_SOURCES } from "../webhooks/signing.ts";

export const listenFlags = {
  port: Flags.integer({
    min: 0,
    max: 65_535,
    helpValue: "N",
    description: "Receive webhooks on this port of 127.0.0.1; 0 selects a free port.",
    exclusive: ["form", "webhook", "format", "last-event-id"],
  }),
  respond: Flags.integer({
    min: 200,
    max: 599,
    helpValue: "STATUS",
    dependsOn: ["port"],
    description: "Status of the response to valid webhooks; 500 triggers retries. Default: 204.",
    exclusive: ["forward-to", "exec"],
  }),
  form: formFlag(),
  format: webhookFlags.format.flag,
  "content-type": webhookFlags["content-type"].flag,
  "template-file": webhookFlags["template-file"].flag,
  spam: Flags.boolean({
    description: "Include spam, as with trigger_when_spam.",
    exclusive: ["port"],
  }),
  webhook: Flags.integer({
    min: 1,
    helpValue: "ID",
    description: "Replay the deliveries of this webhook, signed with its secret.",
    exclusive: ["form", "format", "content-type", "template-file", "spam", "secret-file"],
  }),
  "forward-to": Flags.string({
    helpValue: "URL",
    aliases: ["forward"],
    description: "Forward each webhook to this URL; localhost:3000/hook and 3000/hook are enough.",
  }),
  exec: Flags.string({
    helpValue: "COMMAND",
    description: "Run this shell command for each webhook, with the body on its standard input.",
  }),
  "target-timeout": durationFlag({
    description: "Maximum time of --forward-to and --exec. Default: 30s.",
  }),
  "secret-file": Flags.string({
    helpValue: "FILE",
    ...repeatable,
    description: `File with the signing secret; repeatable with --port, for a rotation. ${SECRET_SOURCES}`,
  }),
  "last-event-id": lastEventIdFlag,
};

/** The parsed flags. Durations are in milliseconds. */
export type ListenFlags = InferredFlags<typeof listenFlags> & {
  readonly retries?: number | undefined;
};
