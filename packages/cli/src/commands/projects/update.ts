import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import type { Project } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { recordFields } from "../../records/fields.ts";
import { parseId } from "../../flags/ids.ts";

/** `intray projects update` */
export default class ProjectsUpdate extends BaseCommand {
  static override summary = "Rename a project.";
  static override examples = ["<%= config.bin %> <%= command.id %> 1 --name Website"];
  static override args = {
    project: Args.string({ required: true, ignoreStdin: true, description: "Id of the project." }),
  };
  static override flags = {
    name: Flags.string({ required: true, helpValue: "TEXT", description: "New name." }),
  };

  override async run(): Promise<Project> {
    const { args, flags } = await this.parse(ProjectsUpdate);
    const id = parseId(args.project);
    const project = await (await this.client()).projects.update(id, { name: flags.name });
    if (!this.jsonEnabled()) await this.out.fields(recordFields(project));
    return project;
  }
}
