/** What to do first when the receiver of a webhook fails: the last answer, a test, and all answers by number. */
import type { FormWebhook } from "@intray/sdk/schemas";
import type { ReceiverAnswer, ReceiverAnswers } from "../../store/webhooks/receiver-answers.ts";
import { attemptHint, reasonSentence } from "../deliveries/delivery-labels.ts";
import { duration } from "../format/duration.ts";
import { plural } from "../format/plural.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { visible } from "../../platform/text/safe-text.ts";
import { Excerpt, lastResponse } from "./deliveries.tsx";
import { webhookPath } from "./find-webhook.ts";

/** Shown while deliveries fail, and while one of those waits that the receiver has not accepted. */
export function Failing({
  webhook,
  answers: { answers, last },
}: {
  readonly webhook: FormWebhook;
  readonly answers: ReceiverAnswers;
}) {
  const attempt = last?.attempts.at(-1);
  if (last === undefined || attempt === undefined) return null;
  const isFailing = webhook.failure_count > 0;
  if (!isFailing && last.finished_at !== null) return null;
  const hint = attemptHint(attempt, "webhook") ?? reasonSentence(last);
  return (
    <section class="alert" id="failing">
      <h2>
        {isFailing
          ? "The receiver does not accept deliveries"
          : "The receiver has not accepted some deliveries"}
      </h2>
      <p>
        {"Last answer: "}
        <strong>{visible(lastResponse(last))}</strong>
        {` after ${duration(attempt.duration_ms)}, `}
        <Timestamp at={attempt.started_at} />
        {". "}
        {hint === undefined ? null : visible(hint)}
      </p>
      <Excerpt of={attempt.response_excerpt} />
      <AnswerLinks webhook={webhook} answers={answers} />
      {webhook.enabled ? (
        <div class="row">
          <form method="post" action={`${webhookPath(webhook)}/test`}>
            <button>Test again</button>
          </form>
          <a href="#settings">Check URL and headers</a>
        </div>
      ) : null}
    </section>
  );
}

/** How many deliveries had which answer, each as a link to their list. */
export function AnswerLinks({
  webhook,
  answers,
}: {
  readonly webhook: Pick<FormWebhook, "id">;
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
          <a href={`/dashboard/deliveries?webhook_id=${webhook.id}&http_status=${filter}`}>
            {`${plural(count, "delivery", "deliveries")}: ${
              http_status === null ? filter.replaceAll("_", " ") : `HTTP ${filter}`
            }`}
          </a>
        </li>
      ))}
    </ul>
  );
}
