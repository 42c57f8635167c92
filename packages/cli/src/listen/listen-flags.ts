/** Flags of `webhooks listen`. */
import * as Flags from "@oclif/core/flags";
import { durationFlag, formFlag } from "../flags/flags.ts";
import { lastEventIdFlag } from "../live/live-flags.ts";
import { webhookSettingFlags } from "../flags/webhook-flags.ts";
import type { WebhookFlags } from "../flags/webhook-flags.ts";
import { SECRET_SOURCES } from "../webhooks/webhook-secrets.ts";

export const listenFlags = {
  port: Flags.integer({
    min: 0,
    max: 65_535,
    helpValue: "N",
    description: "Receive on this port of 127.0.0.1; 0 takes a free one.",
    exclusive: ["form", "webhook", "format", "last-event-id"],
  }),
  respond: Flags.integer({
    min: 200,
    max: 599,
    helpValue: "STATUS",
    dependsOn: ["port"],
    description: "Answer this to what is valid (204 when not given); 500 exercises retries.",
    exclusive: ["forward-to", "exec"],
  }),
  form: formFlag(),
  format: webhookSettingFlags.format,
  "content-type": webhookSettingFlags["content-type"],
  "template-file": webhookSettingFlags["template-file"],
  spam: Flags.boolean({ description: "Spam too, as with trigger_when_spam.", exclusive: ["port"] }),
  webhook: Flags.integer({
    min: 1,
    helpValue: "ID",
    description: "Replay what this webhook sends, signed with its secret.",
    exclusive: ["form", "format", "content-type", "template-file", "spam", "secret-file"],
  }),
  "forward-to": Flags.string({ helpValue: "URL", description: "Post each one there." }),
  exec: Flags.string({
    helpValue: "COMMAND",
    description: "Run this line of shell for each one, the body on its standard input.",
  }),
  "target-timeout": durationFlag({
    description: "How long --forward-to and --exec may take (30s when not given).",
  }),
  "secret-file": Flags.string({
    helpValue: "FILE",
    multiple: true,
    multipleNonGreedy: true,
    description: `File with the signing secret; with --port several while rotating. ${SECRET_SOURCES}`,
  }),
  "last-event-id": lastEventIdFlag,
};

/** The flags, parsed. Durations in milliseconds. */
export interface ListenFlags extends Pick<
  WebhookFlags,
  "format" | "content-type" | "template-file"
> {
  readonly port?: number | undefined;
  readonly respond?: number | undefined;
  readonly form?: string | undefined;
  readonly spam: boolean;
  readonly webhook?: number | undefined;
  readonly "forward-to"?: string | undefined;
  readonly exec?: string | undefined;
  readonly "target-timeout"?: number | undefined;
  readonly "secret-file"?: readonly string[] | undefined;
  readonly "last-event-id"?: string | undefined;
  readonly retries?: number | undefined;
}
