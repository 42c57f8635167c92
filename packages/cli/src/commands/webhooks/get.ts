import { recordCommand } from "../../record-command.ts";
import { webhookId } from "../../records/arguments.ts";

export default recordCommand({
  summary: "Show one webhook, with masked secrets.",
  examples: ["intray webhooks get 7"],
  argument: webhookId,
  takesSeveral: true,
  call: ({ webhooks }, id) => webhooks.get(id),
});
