import { projectId } from "../../records/arguments.ts";
import { recordCommand } from "../../record-command.ts";

export default recordCommand({
  summary: "Restore a deleted project, and the forms that moved with its deletion.",
  description: "Possible for seven days. Forms that were moved or deleted since stay as they are.",
  examples: ["intray projects restore 3"],
  argument: projectId,
  call: ({ projects }, id) => projects.restore(id),
});
