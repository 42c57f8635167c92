import { projectId } from "../../records/arguments.ts";
import { recordCommand } from "../../record-command.ts";

export default recordCommand({
  summary: "Delete a project, but not its forms.",
  description:
    "Its forms move to the first of the other projects. The last project cannot be deleted. `intray projects restore` undoes it for seven days.",
  examples: ["intray projects delete 2 --yes"],
  argument: projectId,
  confirm: (id) => `Delete project ${id}?`,
  call: ({ projects }, id) => projects.delete(id),
  print: ({ id }, { out }) => out.note(`Deleted project ${id}.`),
});
