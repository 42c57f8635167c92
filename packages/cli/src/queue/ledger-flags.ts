/** Flags of the commands that look at queues. */
import * as Flags from "@oclif/core/flags";
import { consumerFlag, filterFlag } from "./run-flags.ts";

export const ledgerFlags = {
  scope: Flags.string({
    helpValue: "SCOPE",
    description: "Only this key scope, as queue status shows it, e.g. form:3.",
  }),
  filter: filterFlag(),
  consumer: consumerFlag({ description: "Only this consumer's." }),
};
