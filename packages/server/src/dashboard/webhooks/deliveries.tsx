/** The latest deliveries of a webhook, what waits, and what to do first when its receiver fails. */
import type { DeliveryAttempt, FormWebhook } from "@intray/sdk/schemas";
import type { DeliveryRecord } from "../../store/deliveries/delivery-log.ts";
import { logState } from "../../store/deliveries/matching-deliveries.ts";
import { attemptHint, reasonSentence, STATES, TRIGGERS } from "../deliveries/delivery-labels.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { visible } from "../../platform/text/safe-text.ts";
import type { ReceiverAnswers } from "../../store/webhooks/webhook-health.ts";
import { AnswerLinks } from "../deliveries/filters.tsx";
import { formatDuration, plural } from "../format/quantities.ts";
import { SaveAndTest } from "./send-test.tsx";
import { countWaiting } from "../deliveries/sending.tsx";
import type { DashboardContext } from "../http/env.ts";
import { Card } from "../layout/card.tsx";
import { type Column, Table } from "../layout/lists.tsx";
import { LinkButton } from "../layout/fields.tsx";

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

interface LatestDeliveriesProps {
  /** The address of the page, from which the script updates it. */
  readonly page: string;
  readonly webhook_id: number;
  readonly deliveries: readonly DeliveryRecord[];
}

export const LatestDeliveries = ({ page, webhook_id, deliveries }: LatestDeliveriesProps) => (
  <Card
    id="latest"
    refresh={page}
    title="Latest deliveries"
    actions={
      <LinkButton to={`/dashboard/deliveries?webhook_id=${webhook_id}`} label="All deliveries" />
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

const COLUMNS: readonly Column<DeliveryRecord>[] = [
  {
    heading: "State",
    cell: (delivery) => {
      const { label, tone } = STATES[logState(delivery)];
      return <span class={`badge ${tone}`}>{label}</span>;
    },
  },
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

const MAX_EXCERPT_CHARACTERS = 1_000;

type FailingProps = { readonly webhook: FormWebhook; readonly answers: ReceiverAnswers };

/** Shown while deliveries fail, and while one of those waits that the receiver has not accepted. */
export function Failing({ webhook, answers: { answers, last } }: FailingProps) {
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
      {attempt.response_excerpt === null || attempt.response_excerpt === "" ? null : (
        <pre class="wrap" tabindex={0} role="group" aria-label="Response">
          {visible(attempt.response_excerpt.slice(0, MAX_EXCERPT_CHARACTERS))}
        </pre>
      )}
      <AnswerLinks webhook_id={webhook.id} answers={answers} />
      {webhook.enabled ? (
        <div class="row">
          <SaveAndTest />
          <a href="#settings">Check URL and headers</a>
        </div>
      ) : null}
    </section>
  );
}

type SendWaitingProps = { readonly c: DashboardContext; readonly webhook: FormWebhook };

export async function SendWaiting({ c, webhook }: SendWaitingProps) {
  if (!webhook.enabled) return null;
  const webhook_id = String(webhook.id);
  const waiting = await countWaiting(c, { webhook_id });
  if (waiting === 0) return null;
  return (
    <section class="alert" id="waiting">
      <div class="row">
        <p>{`${plural(waiting, "delivery waits", "deliveries wait")} for the next attempt.`}</p>
        <LinkButton
          to={`/dashboard/deliveries/send?webhook_id=${webhook_id}`}
          label={`Send what is waiting now (${waiting.toLocaleString("en")})`}
        />
      </div>
    </section>
  );
}
