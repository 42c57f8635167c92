import { recordCommand } from "../../record-command.ts";
import { deliveryId } from "../../records/arguments.ts";
import { recordFields } from "../../records/fields.ts";

/** `intray deliveries get` */
export default recordCommand({
  summary: "Show one delivery with its attempts and what was answered.",
  examples: ["intray deliveries get 118", "intray deliveries get 118 --json"],
  argument: deliveryId,
  call: ({ deliveries }, id) => deliveries.get(id),
  print: ({ attempts, ...record }, { out }) =>
    out.fields([
      ...recordFields(record),
      ...attempts.map(
        ({ number, started_at, outcome, http_status, smtp_status, error_code, ...attempt }) => {
          const answer = [http_status ?? smtp_status, error_code, attempt.response_excerpt];
          const parts = [started_at, outcome, ...answer.filter((part) => part !== null)];
          return [`attempt ${number}`, parts.join(" ")] as const;
        },
      ),
    ]),
});
