import * as Flags from "@oclif/core/flags";
import { projectId } from "../../records/arguments.ts";
import { recordCommand } from "../../record-command.ts";

export default recordCommand({
  summary: "Rename a project.",
  examples: ["intray projects update 1 --name Website"],
  argument: projectId,
  flags: { name: Flags.string({ required: true, helpValue: "TEXT", description: "New name." }) },
  input: ({ flags }) => ({ name: flags.name }),
  call: ({ projects }, id, input) => projects.update(id, input),
});
