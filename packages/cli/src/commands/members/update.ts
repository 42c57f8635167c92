import { accessFlags, accessOf } from "../../flags/access-flags.ts";
import { memberId } from "../../records/arguments.ts";
import { recordCommand } from "../../record-command.ts";

export default recordCommand({
  summary: "Change the role, the projects or the name of a person.",
  description: "With less access the person is signed out at once.",
  examples: ["intray members update 2 --role viewer", "intray members update 2 --project all"],
  argument: memberId,
  flags: accessFlags,
  input: ({ flags }) => accessOf(flags),
  call: ({ members }, id, input) => members.update(id, input),
});
