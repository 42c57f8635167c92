import { recordCommand } from "../../record-command.ts";
import { webhookId } from "../../records/arguments.ts";

export default recordCommand({
  summary: "Delete a webhook and cancel its pending deliveries.",
  examples: ["intray webhooks delete 7 --yes"],
  argument: webhookId,
  confirm: (id) => `Delete webhook ${id}?`,
  call: ({ webhooks }, id) => webhooks.delete(id),
  print: ({ id, url }, { out }) => out.note(`Deleted webhook ${id} (${url}).`),
});
