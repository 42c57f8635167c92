/** The newest entries of a webhook's log, and what came of a test. */
import { type DeliveryRecord, logState } from "../../store/deliveries/delivery-log.ts";
import { attemptHint, reasonSentence, STATES, TRIGGERS } from "../deliveries/delivery-labels.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { visible } from "../format/safe-text.ts";

/** What the receiver said last, or why nothing did. */
function lastResponse({ attempts, reason }: DeliveryRecord): string {
  const last = attempts.at(-1);
  if (last?.http_status != null) return `HTTP ${last.http_status}`;
  return (last?.error_code ?? reason ?? "").replaceAll("_", " ");
}

/** A table of the newest, with the way to the rest. */
export function LatestDeliveries({
  webhook_id,
  deliveries,
}: {
  readonly webhook_id: number;
  readonly deliveries: readonly DeliveryRecord[];
}) {
  return (
    <section class="card" id="newest">
      <div class="head">
        <h2>Latest deliveries</h2>
        <a class="button" href={`/dashboard/deliveries?webhook_id=${webhook_id}`}>
          The whole log
        </a>
      </div>
      {deliveries.length === 0 ? (
        <p class="empty">Nothing was sent yet. A test shows whether the receiver answers.</p>
      ) : (
        <table class="stack">
          <thead>
            <tr>
              <th>State</th>
              <th>Submission</th>
              <th>Why</th>
              <th>Queued</th>
              <th>Last answer</th>
              <th class="number">Attempts</th>
            </tr>
          </thead>
          <tbody>
            {deliveries.map((delivery) => (
              <Row delivery={delivery} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ delivery }: { readonly delivery: DeliveryRecord }) {
  const { label, tone } = STATES[logState(delivery)];
  const { submission_id } = delivery;
  return (
    <tr>
      <td>
        <span class={`badge ${tone}`}>{label}</span>
      </td>
      <td data-label="Submission">
        {submission_id === null ? (
          <span class="soft">A sample</span>
        ) : (
          <a href={`/dashboard/submissions/${submission_id}`}>{`#${submission_id}`}</a>
        )}
      </td>
      <td data-label="Why">{TRIGGERS[delivery.trigger]}</td>
      <td data-label="Queued">
        <Timestamp at={delivery.created_at} />
      </td>
      <td data-label="Last answer">{lastResponse(delivery)}</td>
      <td class="number" data-label="Attempts">
        {delivery.attempts_made}
      </td>
    </tr>
  );
}

/** Of an answer's beginning. */
const MAX_EXCERPT_CHARACTERS = 1_000;

/** What came of a test that was just sent. */
export function TestOutcome({ delivery }: { readonly delivery: DeliveryRecord }) {
  const { label, tone } = STATES[logState(delivery)];
  const last = delivery.attempts.at(-1);
  const answer = lastResponse(delivery);
  const isOpen = delivery.finished_at === null;
  const hint = last === undefined ? undefined : attemptHint(last);
  const reason = reasonSentence(delivery);
  const log = <a href={`/dashboard/deliveries?webhook_id=${delivery.webhook_id}`}>the log</a>;
  return (
    <section class="card" id="test" data-open={isOpen ? "yes" : undefined} role="status">
      <div class="head">
        <h2>The test</h2>
        <span class={`badge ${tone}`}>{label}</span>
      </div>
      {isOpen ? (
        <p>The receiver has not answered yet. Load this page again, or look into {log}.</p>
      ) : (
        <p>
          {answer === "" ? null : <strong>{answer}</strong>}
          {last === undefined ? null : ` after ${last.duration_ms.toLocaleString("en")} ms`}
          {last?.remote_ip == null ? null : `, from ${last.remote_ip}`}
          {`. `}
          What was sent stands in {log}.
        </p>
      )}
      {hint === undefined ? null : <p>{hint}</p>}
      {reason === undefined ? null : <p>{visible(reason)}</p>}
      {last?.response_excerpt == null || last.response_excerpt === "" ? null : (
        <pre class="wrap" tabindex={0}>
          {visible(last.response_excerpt.slice(0, MAX_EXCERPT_CHARACTERS))}
        </pre>
      )}
    </section>
  );
}
