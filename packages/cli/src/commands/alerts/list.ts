import * as Flags from "@oclif/core/flags";
import type { Intray } from "@intray/sdk";
import { listCommand } from "../../record-command.ts";

export default listCommand({
  summary: "List open alerts and the newest ones that are over.",
  description:
    "Such as a webhook that fails, late deliveries, or a disk that is almost full. Needs an account API key.",
  examples: ["intray alerts list --open", "intray alerts list --columns kind,since,last_error"],
  record: "Alert",
  collection: "alerts",
  flags: { open: Flags.boolean({ description: "Only alerts that are not over." }) },
  query: ({ flags }) => ({ isOpenOnly: flags.open }),
  list: (client, { isOpenOnly }) => ({ pages: () => alertPages(client, isOpenOnly) }),
  columns: [
    { name: "id", value: ({ id }) => id },
    { name: "kind", value: ({ kind }) => kind },
    { name: "state", value: ({ resolved_at }) => (resolved_at === null ? "open" : "over") },
    { name: "since", kind: "time", value: ({ since }) => since },
    { name: "raised", kind: "time", isWide: true, value: ({ raised_at }) => raised_at },
    { name: "over", kind: "time", value: ({ resolved_at }) => resolved_at },
    { name: "message", kind: "text", value: ({ message }) => message },
  ],
});

/** The API has all alerts on one page. */
async function* alertPages(client: Intray, isOpenOnly: boolean) {
  const { alerts } = await client.account.alerts();
  const shown = alerts.filter(({ resolved_at }) => !isOpenOnly || resolved_at === null);
  yield { alerts: shown, meta: { count: shown.length } };
}
