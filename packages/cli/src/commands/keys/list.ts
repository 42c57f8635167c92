import type { ApiKey } from "@intray/sdk";
import { ListCommand } from "../../list-command.ts";
import { listFlags, perPage } from "../../flags/list-flags.ts";
import type { Column } from "../../terminal/table.ts";
import { unionMembers } from "../../flags/union-members.ts";

const COLUMNS: readonly Column<ApiKey>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "kind", value: ({ kind }) => kind },
  { name: "form", value: ({ form_id }) => form_id },
  { name: "name", kind: "text", value: ({ name }) => name },
  { name: "key", kind: "text", value: ({ prefix }) => `${prefix}…` },
  { name: "scope", value: ({ scope }) => scope },
  { name: "expires", kind: "time", value: ({ expires_at }) => expires_at },
  {
    name: "deletes",
    isWide: true,
    value: ({ kind, can_delete }) => kind === "account" || can_delete,
  },
  { name: "last used", kind: "time", value: ({ last_used_at }) => last_used_at },
  { name: "created", kind: "time", isWide: true, value: ({ created_at }) => created_at },
];
const MEMBERS = unionMembers<keyof ApiKey>({
  id: true,
  kind: true,
  form_id: true,
  name: true,
  scope: true,
  can_delete: true,
  prefix: true,
  expires_at: true,
  last_used_at: true,
  created_at: true,
});

/** `intray keys list` */
export default class KeysList extends ListCommand {
  static override summary =
    "List API keys: what each may do, until when, and when it was last used.";
  static override description = "The keys themselves are not shown; only keys create prints a key.";
  static override examples = [
    "<%= config.bin %> <%= command.id %>",
    "<%= config.bin %> <%= command.id %> --fields id,name,last_used_at --all",
  ];
  static override flags = listFlags;

  override async run(): Promise<void> {
    const { flags } = await this.parse(KeysList);
    await this.printList(flags, (client) => ({
      collection: "api_keys",
      pages: client.apiKeys.list({ per_page: perPage(flags) }).pages(),
      columns: COLUMNS,
      members: MEMBERS,
    }));
  }
}
