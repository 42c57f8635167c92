/** The answers of a webhook's receiver to deliveries that it has not accepted. */
import type { ReceiverAnswer } from "../../store/webhooks/receiver-answers.ts";
import { plural } from "../format/quantities.ts";
import { deliveriesUrl } from "./filters.tsx";

/** How many of the newest deliveries are grouped. */
export const MAX_ANSWERED = 1_000;

/** How many deliveries had which answer, each as a link to their list. */
export function AnswerLinks({
  webhook_id,
  answers,
}: {
  readonly webhook_id: number;
  readonly answers: readonly ReceiverAnswer[];
}) {
  if (answers.length === 0) return null;
  const counts = answers.flatMap((answer) => {
    const filter = answer.http_status?.toString() ?? answer.error_code;
    return filter === null ? [] : [{ ...answer, filter }];
  });
  return (
    <ul class="answers" aria-label="Deliveries that were not accepted, by answer">
      {counts.map(({ count, http_status, filter }) => (
        <li>
          <a href={deliveriesUrl({ webhook_id: String(webhook_id), http_status: filter })}>
            {`${plural(count, "delivery", "deliveries")}: ${
              http_status === null ? filter.replaceAll("_", " ") : `HTTP ${filter}`
            }`}
          </a>
        </li>
      ))}
    </ul>
  );
}
