import * as Flags from "@oclif/core/flags";
import type { DeliveryStopResult, SendingProgress } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { systemClock } from "../../clock.ts";
import { formFlag } from "../../flags/flags.ts";
import { parseSince } from "../../flags/since.ts";

/** `intray deliveries progress` */
export default class DeliveriesProgress extends BaseCommand {
  static override summary = "Show how far deliveries that are sent now have come, or stop them.";
  static override description =
    "After webhooks refire, which prints this command with the time of its start. With --stop, deliveries without an attempt since then are taken back: a retry waits for its usual time again, and what was queued again is canceled.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> --since 10m --destination 7",
    "<%= config.bin %> <%= command.id %> --since 10m --destination 7 --stop",
  ];
  static override flags = {
    since: Flags.string({
      required: true,
      helpValue: "TIME|AGE",
      description: "Start of the sending: 10m, 2026-01-31 or an ISO 8601 time.",
    }),
    form: formFlag(),
    destination: Flags.integer({
      min: 1,
      helpValue: "ID",
      description: "Only deliveries to this destination, such as a webhook.",
    }),
    stop: Flags.boolean({ description: "Take back what was not attempted yet." }),
  };

  override async run(): Promise<SendingProgress | DeliveryStopResult> {
    const { flags } = await this.parse(DeliveriesProgress);
    const { destination, stop } = flags;
    // The default form of the settings would hide the destination that is named.
    const form = destination === undefined ? await this.formRef(flags.form) : flags.form;
    const which = {
      since: parseSince("--since", flags.since, systemClock),
      ...(form && { form_id: form }),
      ...(destination && { destination_id: destination }),
    };
    const { deliveries } = await this.client();
    const result = stop ? await deliveries.stop(which) : await deliveries.progress(which);
    const counts = Object.entries(result).filter(([, count]) => typeof count === "number");
    if (!this.jsonEnabled()) await this.out.fields(counts);
    return result;
  }
}
