/** Entries of the webhook log, newest first, as a submission and the page of all deliveries show them. */
import type { Child } from "hono/jsx";
import type { WebhookAttempt, WebhookLog } from "@intray/sdk/schemas";
import { attemptHint, isOpen, reasonSentence, STATES, TRIGGERS } from "./delivery-labels.ts";
import { plural } from "../format/plural.ts";
import { duration } from "../format/duration.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { createTextBudget, type TextBudget } from "../format/truncation.ts";
import { visible } from "../format/safe-text.ts";
import { Text } from "../layout/user-text.tsx";

/** Of receivers' answers: each keeps up to 4 KiB, and a page may hold hundreds. */
const RESPONSE_LIMITS = { each: 1_000, bytes: 20_000 } as const;

export function DeliveryList({
  deliveries,
  live,
  back,
  room = createTextBudget(RESPONSE_LIMITS),
  ofMany = false,
  sent = () => null,
}: {
  readonly deliveries: readonly WebhookLog[];
  /** Where the script finds this list alone, to see how it goes on. */
  readonly live: string;
  /** Where a re-fire goes back to. */
  readonly back: string;
  readonly room?: TextBudget;
  /** Of several submissions: each entry links to its own. */
  readonly ofMany?: boolean;
  /** What was sent. */
  readonly sent?: (delivery: WebhookLog) => Child;
}) {
  return (
    <ol class="deliveries" data-live={live}>
      {deliveries.map((delivery, index) => (
        <li
          id={`delivery-${delivery.id}`}
          data-version={[
            delivery.state,
            delivery.attempts.length,
            delivery.attempts_made,
            delivery.next_attempt_at,
          ].join(" ")}
          data-open={isOpen(delivery) ? "yes" : undefined}
        >
          <Head delivery={delivery} back={back} ofMany={ofMany} />
          <Status delivery={delivery} />
          <Attempts delivery={delivery} room={room} isOpen={!ofMany && index === 0} />
          {sent(delivery)}
        </li>
      ))}
    </ol>
  );
}

function Head({
  delivery,
  back,
  ofMany,
}: {
  readonly delivery: WebhookLog;
  readonly back: string;
  readonly ofMany: boolean;
}) {
  const { id, submission_id, webhook_id, webhook_name, trigger, created_at, state } = delivery;
  const { label, tone } = STATES[state];
  return (
    <div class="head">
      <div>
        <h3>
          <a href={`/dashboard/webhooks/${webhook_id}`}>
            <Text of={webhook_name} />
          </a>{" "}
          <span class={`badge ${tone}`}>{label}</span>
        </h3>
        <p class="small soft">
          {ofMany && submission_id !== null ? (
            <>
              <a href={`/dashboard/submissions/${submission_id}#delivery-${id}`}>
                {`Submission ${submission_id}`}
              </a>
              {", "}
            </>
          ) : null}
          {`${TRIGGERS[trigger]}, `}
          <Timestamp at={created_at} />
        </p>
      </div>
      {trigger === "test" ? null : (
        <form method="post" action={`/dashboard/deliveries/${id}/refire`}>
          <input type="hidden" name="back" value={back} />
          <button aria-label={`Re-fire delivery ${id} to ${visible(webhook_name)}`}>Re-fire</button>
        </form>
      )}
    </div>
  );
}

/** How it stands, in a sentence. */
function Status({ delivery }: { readonly delivery: WebhookLog }) {
  const { next_attempt_at, attempts_made, max_attempts, url } = delivery;
  const reason = reasonSentence(delivery);
  return (
    <div class="small">
      <p class="mono">
        <Text of={`POST ${url}`} />
      </p>
      {reason === undefined ? null : (
        <p>
          <Text of={reason} />
        </p>
      )}
      {next_attempt_at === null ? null : (
        <p>
          {`Attempt ${attempts_made + 1} of ${max_attempts} is due `}
          <Timestamp at={next_attempt_at} />
          <span data-countdown={next_attempt_at}></span>
        </p>
      )}
    </div>
  );
}

function Attempts({
  delivery: { id, submission_id, attempts, pruned_at },
  room,
  isOpen: isShown,
}: {
  readonly delivery: WebhookLog;
  readonly room: TextBudget;
  readonly isOpen: boolean;
}) {
  if (pruned_at !== null) {
    return (
      <p class="small soft">
        Its attempts and what was sent were removed with age, <Timestamp at={pruned_at} />.
      </p>
    );
  }
  const last = attempts.at(-1);
  if (last === undefined) return <p class="small soft">Not attempted yet.</p>;
  return (
    <details data-part="attempts" open={isShown}>
      <summary>
        {`${plural(attempts.length, "attempt")}, the last: `}
        <Outcome attempt={last} />
      </summary>
      <ol class="attempts" reversed>
        {attempts.toReversed().map((attempt) => (
          <Attempt
            attempt={attempt}
            room={room}
            whole={
              submission_id === null
                ? undefined
                : `/dashboard/submissions/${submission_id}?whole=yes#delivery-${id}`
            }
          />
        ))}
      </ol>
    </details>
  );
}

function Attempt({
  attempt,
  room,
  whole,
}: {
  readonly attempt: WebhookAttempt;
  readonly room: TextBudget;
  /** Where a long answer is shown whole. */
  readonly whole: string | undefined;
}) {
  const { number, started_at, duration_ms, remote_ip, response_excerpt } = attempt;
  const hint = attemptHint(attempt);
  const answer = response_excerpt === null ? undefined : room.truncate(response_excerpt);
  return (
    <li value={number}>
      <p>
        <Outcome attempt={attempt} />
        <span class="soft small">
          {` after ${duration(duration_ms)}, `}
          <Timestamp at={started_at} />
          {remote_ip === null ? "" : `, from ${remote_ip}`}
        </span>
      </p>
      {hint === undefined ? null : <p class="small">{hint}</p>}
      {answer === undefined || answer.text.length + answer.cut === 0 ? null : (
        <pre
          class="wrap small"
          tabindex={0}
          role="group"
          aria-label={`What attempt ${number} brought`}
        >
          <bdi>{visible(answer.text)}</bdi>
          {answer.cut === 0 ? null : (
            <>
              {" … "}
              <a href={whole}>{`and ${answer.cut.toLocaleString("en")} more characters`}</a>
            </>
          )}
        </pre>
      )}
    </li>
  );
}

/** `200`, or what went wrong below HTTP. */
function Outcome({ attempt }: { readonly attempt: WebhookAttempt }) {
  const { outcome, http_status, error_code } = attempt;
  const words =
    http_status === null ? (error_code ?? outcome).replaceAll("_", " ") : `${http_status}`;
  return <strong class={outcome === "succeeded" ? "good" : "bad"}>{words}</strong>;
}
