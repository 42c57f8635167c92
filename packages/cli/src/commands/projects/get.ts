import { projectId } from "../../records/arguments.ts";
import { recordCommand } from "../../record-command.ts";

export default recordCommand({
  summary: "Show one project.",
  examples: ["intray projects get 1"],
  argument: projectId,
  takesSeveral: true,
  call: ({ projects }, id) => projects.get(id),
});
