/** Flags of commands that stay connected. */
import * as Flags from "@oclif/core/flags";

export const lastEventIdFlag = Flags.string({
  helpValue: "ID",
  description: "Go on behind this event, as an earlier run named it when it ended.",
});
