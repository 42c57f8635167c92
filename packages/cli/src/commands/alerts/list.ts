import * as Flags from "@oclif/core/flags";
import type { Alert, Intray } from "@intray/sdk";
import { ListCommand } from "../../list-command.ts";
import { listFlags } from "../../flags/list-flags.ts";
import type { Column } from "../../terminal/table.ts";
import { unionMembers } from "../../flags/union-members.ts";

const COLUMNS: readonly Column<Alert>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "kind", value: ({ kind }) => kind },
  { name: "state", value: ({ resolved_at }) => (resolved_at === null ? "open" : "over") },
  { name: "since", kind: "time", value: ({ since }) => since },
  { name: "raised", kind: "time", isWide: true, value: ({ raised_at }) => raised_at },
  { name: "over", kind: "time", value: ({ resolved_at }) => resolved_at },
  { name: "message", kind: "text", value: ({ message }) => message },
];
const MEMBERS = unionMembers<keyof Alert>({
  id: true,
  kind: true,
  message: true,
  webhook_id: true,
  webhook: true,
  form: true,
  last_error: true,
  since: true,
  raised_at: true,
  resolved_at: true,
  resolution: true,
});

/** `intray alerts list` */
export default class AlertsList extends ListCommand {
  static override summary = "List open alerts and the newest ones that are over.";
  static override description =
    "Such as a webhook that fails, late deliveries, or a disk that is almost full. Needs an account API key.";
  static override examples = [
    "<%= config.bin %> <%= command.id %> --open",
    "<%= config.bin %> <%= command.id %> --fields kind,since,last_error",
  ];
  static override flags = {
    ...listFlags,
    open: Flags.boolean({ description: "Only alerts that are not over." }),
  };

  override async run(): Promise<void> {
    const { flags } = await this.parse(AlertsList);
    await this.printList(flags, (client) => ({
      collection: "alerts",
      pages: alertPages(client, flags.open),
      columns: COLUMNS,
      members: MEMBERS,
    }));
  }
}

/** The API has all alerts on one page. */
async function* alertPages(client: Intray, isOpenOnly: boolean) {
  const { alerts } = await client.account.alerts();
  const shown = alerts.filter(({ resolved_at }) => !isOpenOnly || resolved_at === null);
  yield { alerts: shown, meta: { count: shown.length } };
}
