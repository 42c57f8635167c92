import type { Project } from "@intray/sdk";
import { ListCommand } from "../../list-command.ts";
import { listFlags, perPage, queryFlag, queryOf } from "../../flags/list-flags.ts";
import type { Column } from "../../terminal/table.ts";
import { unionMembers } from "../../flags/union-members.ts";

const COLUMNS: readonly Column<Project>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "name", kind: "text", value: ({ name }) => name },
  { name: "created", kind: "time", value: ({ created_at }) => created_at },
];
const MEMBERS = unionMembers<keyof Project>({
  id: true,
  name: true,
  created_at: true,
  updated_at: true,
});

/** `intray projects list` */
export default class ProjectsList extends ListCommand {
  static override summary = "List projects.";
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> --query site",
  ];
  static override flags = { ...listFlags, query: queryFlag };

  override async run(): Promise<void> {
    const { flags } = await this.parse(ProjectsList);
    await this.printList(flags, (client) => ({
      collection: "projects",
      pages: client.projects.list({ per_page: perPage(flags), ...queryOf(flags) }).pages(),
      columns: COLUMNS,
      members: MEMBERS,
    }));
  }
}
