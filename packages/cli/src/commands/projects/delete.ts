import * as Args from "@oclif/core/args";
import type { Project } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { yesFlag } from "../../flags/flags.ts";
import { parseId } from "../../flags/ids.ts";

/** `intray projects delete` */
export default class ProjectsDelete extends BaseCommand {
  static override summary = "Delete a project, but not its forms.";
  static override description =
    "Its forms move to the first of the other projects. The last project cannot be deleted.";
  static override examples = ["<%= config.bin %> <%= command.id %> 2 --yes"];
  static override args = {
    project: Args.string({ required: true, ignoreStdin: true, description: "Id of the project." }),
  };
  static override flags = {
    yes: yesFlag,
  };

  override async run(): Promise<Project> {
    const { args, flags } = await this.parse(ProjectsDelete);
    const id = parseId(args.project);
    await this.confirm(`Delete project ${id}?`, flags.yes);
    const project = await (await this.client()).projects.delete(id);
    if (!this.jsonEnabled()) this.out.note(`Deleted project ${id}.`);
    return project;
  }
}
