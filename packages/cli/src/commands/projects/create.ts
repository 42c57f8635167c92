import * as Flags from "@oclif/core/flags";
import { recordCommand } from "../../record-command.ts";

export default recordCommand({
  summary: "Create a project, a group of forms.",
  examples: ["intray projects create --name Website"],
  flags: {
    name: Flags.string({ required: true, helpValue: "TEXT", description: "Name of the project." }),
  },
  input: ({ flags }) => ({ name: flags.name }),
  call: ({ projects }, _id, input) => projects.create(input),
});
