import * as Flags from "@oclif/core/flags";
import type { Project } from "@intray/sdk";
import { BaseCommand } from "../../base-command.ts";
import { recordFields } from "../../records/fields.ts";

/** `intray projects create` */
export default class ProjectsCreate extends BaseCommand {
  static override summary = "Create a project, a group of forms.";
  static override examples = ["<%= config.bin %> <%= command.id %> --name Website"];
  static override flags = {
    name: Flags.string({ required: true, helpValue: "TEXT", description: "Name of the project." }),
  };

  override async run(): Promise<Project> {
    const { flags } = await this.parse(ProjectsCreate);
    const project = await (await this.client()).projects.create({ name: flags.name });
    if (!this.jsonEnabled()) await this.out.fields(recordFields(project));
    return project;
  }
}
