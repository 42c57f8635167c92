import * as Args from "@oclif/core/args";
import type { Project } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { recordFields } from "../../records/fields.ts";
import { parseId } from "../../flags/ids.ts";

/** `intray projects get` */
export default class ProjectsGet extends BaseCommand {
  static override summary = "Show one project.";
  static override examples = ["<%= config.bin %> <%= command.id %> 1"];
  static override args = {
    project: Args.string({ required: true, ignoreStdin: true, description: "Id of the project." }),
  };

  override async run(): Promise<Project> {
    const { args } = await this.parse(ProjectsGet);
    const id = parseId(args.project);
    const project = await (await this.client()).projects.get(id);
    if (!this.jsonEnabled()) await this.out.fields(recordFields(project));
    return project;
  }
}
