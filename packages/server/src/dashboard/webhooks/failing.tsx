/** What to do first when the receiver of a webhook fails: the last answer, a test, and all answers by number. */
import type { FormWebhook } from "@intray/sdk/schemas";
import type { ReceiverAnswers } from "../../store/webhooks/receiver-answers.ts";
import { AnswerLinks } from "../deliveries/answers.tsx";
import { attemptHint, reasonSentence } from "../deliveries/delivery-labels.ts";
import { duration } from "../format/quantities.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { visible } from "../../platform/text/safe-text.ts";
import { Excerpt, lastResponse } from "./deliveries.tsx";
import { webhookPath } from "./find-webhook.ts";
import { SavedOnly } from "./send-test.tsx";

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
      <AnswerLinks webhook_id={webhook.id} answers={answers} />
      {webhook.enabled ? (
        <div class="row">
          <form method="post" action={`${webhookPath(webhook)}/test`} data-test="">
            <button>
              Test again
              <SavedOnly />
            </button>
          </form>
          <a href="#settings">Check URL and headers</a>
        </div>
      ) : null}
    </section>
  );
}
