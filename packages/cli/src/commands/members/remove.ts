import { memberId } from "../../records/arguments.ts";
import { recordCommand } from "../../record-command.ts";

export default recordCommand({
  summary: "Remove a person, who is signed out at once.",
  description:
    "Notes and marks keep the name. API keys that the person made stay until you revoke them: see made_by in `intray keys list --json`.",
  examples: ["intray members remove 3 --yes"],
  argument: memberId,
  confirm: (id) => `Remove member ${id}?`,
  call: ({ members }, id) => members.delete(id),
  print: ({ email }, { out }) => out.note(`Removed ${email}.`),
});
