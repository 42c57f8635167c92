/** Flags that select queues. */
import * as Flags from "@oclif/core/flags";
import { formFlag } from "../flags/flags.ts";
import { consumerFlag, filterFlag } from "./run-flags.ts";

export const ledgerFlags = {
  form: formFlag({ description: "Only queues of this form." }),
  scope: Flags.string({
    helpValue: "SCOPE",
    description: "Only queues with this key scope, as shown by queue status, e.g. form:3.",
  }),
  filter: filterFlag(),
  consumer: consumerFlag({ description: "Only queues of this consumer." }),
};
