/** Flags of commands that follow the event stream. */
import * as Flags from "@oclif/core/flags";

export const lastEventIdFlag = Flags.string({
  helpValue: "ID",
  description: "Resume after this event; the previous run printed its id when it ended.",
});
