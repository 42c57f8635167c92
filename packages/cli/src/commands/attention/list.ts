import * as Flags from "@oclif/core/flags";
import { EXIT } from "../../errors/failure.ts";
import { listCommand } from "../../record-command.ts";

export default listCommand({
  summary: "List submissions that did not reach a webhook or recipient.",
  description:
    "By destination and reason, the oldest first, until they are sent or dismissed. Needs an account API key.",
  examples: ["intray attention list", "intray attention list --json --jq '.attention[].message'"],
  record: "AttentionItem",
  collection: "attention",
  flags: { check: Flags.boolean({ description: "Exit with code 10 if there are any, for cron." }) },
  exitCode: ({ flags, count }) => (flags.check && count > 0 ? EXIT.partial : undefined),
  list: ({ deliveries }) => ({
    // The API has them on one page.
    async *pages() {
      const { attention, count } = await deliveries.attention();
      yield { attention, meta: { count } };
    },
  }),
  columns: [
    { name: "id", value: ({ id }) => id },
    { name: "submissions", value: ({ submissions }) => submissions },
    { name: "oldest", kind: "time", value: ({ oldest_at }) => oldest_at },
    { name: "can_send", isWide: true, value: ({ can_send }) => String(can_send) },
    { name: "message", kind: "text", value: ({ message }) => message },
  ],
});
