import { recordCommand } from "../../record-command.ts";
import { deliveryId } from "../../records/arguments.ts";

export default recordCommand({
  summary: "Send one delivery again, to the same webhook or e-mail recipient.",
  description:
    "The same bytes are sent. Exit code 5: the destination is disabled, deleted or unsubscribed, or the delivery has no submission, such as a digest.",
  examples: ["intray deliveries refire 118"],
  argument: deliveryId,
  call: ({ deliveries }, id) => deliveries.refire(id),
  print: async ({ deliveries }, { out }) => {
    for (const { submission_id, id } of deliveries) {
      await out.line(`${submission_id ?? ""}\tqueued\t${id}`);
    }
  },
});
