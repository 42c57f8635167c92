/** The latest deliveries of a webhook, and the outcome of a test delivery. */
import type { Delivery, DeliveryAttempt } from "@intray/sdk/schemas";
import type { DeliveryRecord } from "../../store/deliveries/delivery-log.ts";
import { logState } from "../../store/deliveries/matching-deliveries.ts";
import { attemptHint, reasonSentence, STATES, TRIGGERS } from "../deliveries/delivery-labels.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { visible } from "../../platform/text/safe-text.ts";

/** Returns the HTTP status of the last attempt, or the error if there was no response. */
export function lastResponse({
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
    <section class="card" id="latest">
      <div class="head">
        <h2>Latest deliveries</h2>
        <a class="button" href={`/dashboard/deliveries?webhook_id=${webhook_id}`}>
          All deliveries
        </a>
      </div>
      {deliveries.length === 0 ? (
        <p class="empty">No deliveries yet. Send a test to check the receiver.</p>
      ) : (
        <table class="stack">
          <thead>
            <tr>
              <th>State</th>
              <th>Submission</th>
              <th>Trigger</th>
              <th>Created</th>
              <th>Last response</th>
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
          <span class="soft">Sample data</span>
        ) : (
          <a href={`/dashboard/submissions/${submission_id}`}>{`#${submission_id}`}</a>
        )}
      </td>
      <td data-label="Trigger">{TRIGGERS[delivery.trigger]}</td>
      <td data-label="Created">
        <Timestamp at={delivery.created_at} />
      </td>
      <td data-label="Last response">{lastResponse(delivery)}</td>
      <td class="number" data-label="Attempts">
        {delivery.attempts_made}
      </td>
    </tr>
  );
}

/** The outcome of the test delivery that was just sent; the script updates it while it is open. */
export function TestOutcome({ delivery }: { readonly delivery: Delivery }) {
  const { label, tone } = STATES[delivery.state];
  const last = delivery.attempts.at(-1);
  const response = lastResponse(delivery);
  const isOpen = delivery.finished_at === null;
  const hint = last === undefined ? undefined : attemptHint(last, "webhook");
  const reason = reasonSentence(delivery);
  const log = (
    <a href={`/dashboard/deliveries?webhook_id=${delivery.destination_id}`}>webhook log</a>
  );
  return (
    <section class="card" id="test" data-open={isOpen ? "yes" : undefined} role="status">
      <div class="head">
        <h2>Test delivery</h2>
        <span class={`badge ${tone}`}>{label}</span>
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
export function Excerpt({ of }: { readonly of: string | null | undefined }) {
  if (of === null || of === undefined || of === "") return null;
  return (
    <pre class="wrap" tabindex={0} role="group" aria-label="Response">
      {visible(of.slice(0, MAX_EXCERPT_CHARACTERS))}
    </pre>
  );
}
