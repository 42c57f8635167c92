import * as Flags from "@oclif/core/flags";
import type { DeliveryStopResult, SendingProgress } from "@intray/sdk";
import { systemClock } from "../../clock.ts";
import { deliveryFilters } from "../../records/deliveries.ts";
import { formFlag } from "../../flags/flags.ts";
import { parseSince } from "../../flags/times.ts";
import { recordCommand } from "../../record-command.ts";

/** `intray deliveries progress` */
export default recordCommand({
  summary: "Show how far deliveries that are sent now have come, or stop them.",
  description:
    "After webhooks refire, which prints this command with the time of its start. With --stop, deliveries without an attempt since then are taken back: a retry waits for its usual time again, and what was queued again is canceled.",
  examples: [
    "intray deliveries progress --since 10m --destination 7",
    "intray deliveries progress --since 10m --destination 7 --stop",
  ],
  flags: {
    since: Flags.string({
      required: true,
      helpValue: "TIME|AGE",
      description: "Start of the sending: 10m, 2026-01-31 or an ISO 8601 time.",
    }),
    form: formFlag(),
    destination: deliveryFilters.destination.flag,
    stop: Flags.boolean({ description: "Take back what was not attempted yet." }),
  },
  input: async ({ flags: { destination, stop, ...flags }, formRef }) => {
    // The default form of the settings would hide the destination that is named.
    const form = destination === undefined || flags.form ? await formRef(flags.form) : undefined;
    const which = {
      since: parseSince("--since", flags.since, systemClock),
      ...(form && { form_id: form }),
      ...(destination && { destination_id: destination }),
    };
    return { which, stop };
  },
  call: async (
    { deliveries },
    _id,
    { which, stop },
  ): Promise<SendingProgress | DeliveryStopResult> =>
    stop ? deliveries.stop(which) : deliveries.progress(which),
  print: (result, { out }) =>
    out.fields(Object.entries(result).filter(([, count]) => typeof count === "number")),
});
