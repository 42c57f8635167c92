/** The latest deliveries of a webhook, the outcome of a test, what waits, and what to do first when its receiver fails. */
import type { Delivery, DeliveryAttempt, FormWebhook } from "@intray/sdk/schemas";
import type { DeliveryRecord } from "../../store/deliveries/delivery-log.ts";
import { logState } from "../../store/deliveries/matching-deliveries.ts";
import { attemptHint, reasonSentence, STATES, TRIGGERS } from "../deliveries/delivery-labels.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { visible } from "../../platform/text/safe-text.ts";
import type { ReceiverAnswers } from "../../store/webhooks/webhook-health.ts";
import { AnswerLinks } from "../deliveries/filters.tsx";
import { formatDuration, plural } from "../format/quantities.ts";
import { webhookPath } from "./find-webhook.ts";
import { SavedOnly } from "./send-test.tsx";
import { countWaiting } from "../deliveries/sending.tsx";
import type { DashboardContext } from "../http/env.ts";
import { Card } from "../layout/card.tsx";
import { type Column, Table } from "../layout/lists.tsx";

/** Returns the HTTP status of the last attempt, or the error if there was no response. */
function describeResponse({
  attempts,
  reason,
}: {
  readonly attempts: readonly Pick<DeliveryAttempt, "http_status" | "error_code">[];
  readonly reason: string | null;
}): string {
  const last = attempts.at(-1);
  if (last?.http_status != null) return `HTTP ${last.http_status}`;
  return (last?.error_code ?? reason ?? "").replaceAll("_", " ");
}

export function LatestDeliveries({
  webhook_id,
  deliveries,
}: {
  readonly webhook_id: number;
  readonly deliveries: readonly DeliveryRecord[];
}) {
  return (
    <Card
      id="latest"
      refresh=""
      title="Latest deliveries"
      actions={
        <a class="button" href={`/dashboard/deliveries?webhook_id=${webhook_id}`}>
          All deliveries
        </a>
      }
    >
      <Table
        class="stack"
        empty="No deliveries yet. Send a test to check the receiver."
        rows={deliveries}
        columns={COLUMNS}
      />
    </Card>
  );
}

const COLUMNS: readonly Column<DeliveryRecord>[] = [
  { heading: "State", cell: (delivery) => <StateBadge state={logState(delivery)} /> },
  {
    heading: "Submission",
    cell: ({ submission_id }) =>
      submission_id === null ? (
        <span class="soft">Sample data</span>
      ) : (
        <a href={`/dashboard/submissions/${submission_id}`}>{`#${submission_id}`}</a>
      ),
  },
  { heading: "Trigger", cell: ({ trigger }) => TRIGGERS[trigger] },
  { heading: "Created", cell: ({ created_at }) => <Timestamp at={created_at} /> },
  { heading: "Last response", cell: describeResponse },
  { heading: "Attempts", look: "number", cell: ({ attempts_made }) => attempts_made },
];

/** The state of a delivery as a badge. */
function StateBadge({ state }: { readonly state: keyof typeof STATES }) {
  const { label, tone } = STATES[state];
  return <span class={`badge ${tone}`}>{label}</span>;
}

/** The outcome of the test delivery that was just sent; the script updates it while it is open. */
export function SentTest({ delivery }: { readonly delivery: Delivery }) {
  const last = delivery.attempts.at(-1);
  const response = describeResponse(delivery);
  const isOpen = delivery.finished_at === null;
  const hint = last === undefined ? undefined : attemptHint(last, "webhook");
  const reason = reasonSentence(delivery);
  const log = (
    <a href={`/dashboard/deliveries?webhook_id=${delivery.destination_id}`}>webhook log</a>
  );
  return (
    <section
      class="card"
      id="test"
      data-refresh=""
      data-open={isOpen ? "yes" : undefined}
      role="status"
    >
      <div class="head">
        <h2>Test delivery</h2>
        <StateBadge state={delivery.state} />
      </div>
      {isOpen ? (
        <p>The receiver has not responded yet. Reload this page, or see the {log}.</p>
      ) : (
        <p>
          {response === "" ? null : <strong>{response}</strong>}
          {last === undefined ? null : ` after ${last.duration_ms.toLocaleString("en")} ms`}
          {last?.remote_ip == null ? null : `, from ${last.remote_ip}`}
          {`. `}
          The request is in the {log}.
        </p>
      )}
      {hint === undefined ? null : <p>{hint}</p>}
      {reason === undefined ? null : <p>{visible(reason)}</p>}
      <Excerpt of={last?.response_excerpt} />
    </section>
  );
}

const MAX_EXCERPT_CHARACTERS = 1_000;

/** The beginning of a response; nothing if it was empty. */
function Excerpt({ of }: { readonly of: string | null | undefined }) {
  if (of === null || of === undefined || of === "") return null;
  return (
    <pre class="wrap" tabindex={0} role="group" aria-label="Response">
      {visible(of.slice(0, MAX_EXCERPT_CHARACTERS))}
    </pre>
  );
}

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
        <strong>{visible(describeResponse(last))}</strong>
        {` after ${formatDuration(attempt.duration_ms)}, `}
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

export async function SendWaiting({
  c,
  webhook,
}: {
  readonly c: DashboardContext;
  readonly webhook: FormWebhook;
}) {
  if (!webhook.enabled) return null;
  const webhook_id = String(webhook.id);
  const waiting = await countWaiting(c, { webhook_id });
  if (waiting === 0) return null;
  return (
    <section class="alert" id="waiting">
      <div class="row">
        <p>{`${plural(waiting, "delivery waits", "deliveries wait")} for the next attempt.`}</p>
        <a class="button" href={`/dashboard/deliveries/send?webhook_id=${webhook_id}`}>
          {`Send what is waiting now (${waiting.toLocaleString("en")})`}
        </a>
      </div>
    </section>
  );
}
