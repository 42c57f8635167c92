/** A list of deliveries, on the page of a submission and on the page of all deliveries. */
import type { Child } from "hono/jsx";
import type { Delivery, DeliveryAttempt } from "@intray/sdk/schemas";
import {
  attemptHint,
  isDeliveryOpen,
  reasonSentence,
  STATES,
  TRIGGERS,
  WAITING_FOR_SETUP,
} from "./delivery-labels.ts";
import { hasOwnBody } from "../../domain/delivery/delivery.ts";
import { declarationOf } from "../../domain/delivery/destination.ts";
import { plural, formatDuration } from "../format/quantities.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { createTextBudget, type TextBudget, truncateAt } from "../../platform/text/truncation.ts";
import { visible } from "../../platform/text/safe-text.ts";
import type { NamedForm } from "../../store/forms/form-names.ts";
import { PostButton, LinkButton } from "../layout/fields.tsx";
import { Text } from "../layout/user-text.tsx";

/** Limits of the response excerpts on a page: each may be 4 KiB, and there may be hundreds. */
const RESPONSE_LIMITS = { maxCharacters: 1_000, maxBytes: 20_000 } as const;

export const DeliveryList = ({
  deliveries,
  page,
  budget = createTextBudget(RESPONSE_LIMITS),
  linksToSubmission = false,
  forms = [],
  request,
}: {
  readonly deliveries: readonly Delivery[];
  /** Its address: the script updates the list from it, and the buttons lead back to it. */
  readonly page: string;
  /** Limits the response excerpts. */
  readonly budget?: TextBudget;
  readonly linksToSubmission?: boolean;
  /** To name, where the list is of several. */
  readonly forms?: readonly NamedForm[];
  /** Renders the delivery's request. */
  readonly request: (delivery: Delivery) => Child;
}) => (
  <ol
    class={linksToSubmission ? "deliveries dense" : "deliveries"}
    id="deliveries"
    data-refresh={page}
  >
    {deliveries.map((delivery, index) => (
      <li id={`delivery-${delivery.id}`} data-open={isDeliveryOpen(delivery) ? "yes" : undefined}>
        <Head
          delivery={delivery}
          returnTo={page}
          linksToSubmission={linksToSubmission}
          form={forms.find(({ id }) => id === delivery.form_id)?.name}
        />
        <Status delivery={delivery} />
        <Attempts delivery={delivery} budget={budget} isShown={!linksToSubmission && index === 0} />
        {request(delivery)}
      </li>
    ))}
  </ol>
);

interface HeadProps {
  readonly delivery: Delivery;
  readonly returnTo: string;
  readonly linksToSubmission: boolean;
  readonly form: string | undefined;
}

function Head({ delivery, returnTo, linksToSubmission, form }: HeadProps) {
  const { id, kind, submission_id, destination_id, destination_name, trigger } = delivery;
  const { created_at, state, form_id } = delivery;
  const { label, tone } = delivery.waiting_for_setup
    ? WAITING_FOR_SETUP
    : delivery.latest
      ? STATES[state]
      : { label: `${STATES[state].label}, then sent again`, tone: "soft" };
  return (
    <div class="head">
      <div>
        {/* Read aloud when the state changes. */}
        <h3 aria-live="polite" aria-atomic="true">
          {kind === "webhook" ? (
            <a href={`/dashboard/webhooks/${destination_id}`}>
              <Text of={destination_name} />
            </a>
          ) : (
            <Text of={destination_name} />
          )}{" "}
          <span class={`badge ${tone}`}>{label}</span>
        </h3>
        <p class="small soft">
          {form === undefined ? null : (
            <>
              <a href={`/dashboard/forms/${form_id}`}>
                <Text of={form} />
              </a>
              {", "}
            </>
          )}
          {linksToSubmission && submission_id !== null ? (
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
      {delivery.can_refire && !delivery.waiting_for_setup ? (
        <PostButton
          action={`/dashboard/deliveries/${id}/refire`}
          label="Re-fire"
          about={`delivery ${id} to ${visible(destination_name)}`}
          values={{ return_to: returnTo }}
          isOnce
        />
      ) : (
        <WhatHelps delivery={delivery} />
      )}
    </div>
  );
}

/** Where a person can see to it that a delivery reaches its destination, which it cannot now. */
function WhatHelps({ delivery }: { readonly delivery: Delivery }) {
  const { kind, trigger, message_id, form_id, destination_id } = delivery;
  if (delivery.state === "succeeded" || hasOwnBody(trigger) || message_id === null) return null;
  const [label, address] =
    kind === "webhook"
      ? ["Webhook", `/dashboard/webhooks/${destination_id}`]
      : ["Recipients", `/dashboard/forms/${form_id}/email`];
  return <LinkButton to={address} label={label} />;
}

/** The address, why the delivery ended, and when it is retried. */
function Status({ delivery }: { readonly delivery: Delivery }) {
  const { next_attempt_at, attempts_made, max_attempts, kind, address, destination_name } =
    delivery;
  const reason = reasonSentence(delivery);
  const last = delivery.attempts.at(-1);
  return (
    <div class="small">
      {address === destination_name ? null : (
        <p class="mono">
          <Text of={kind === "webhook" ? `POST ${address}` : `To: ${address}`} />
        </p>
      )}
      {reason === undefined ? null : (
        <p>
          <Text of={reason} />
        </p>
      )}
      {kind === "email" && last !== undefined ? <RelayAnswer attempt={last} /> : null}
      {delivery.waiting_for_setup ? (
        <p>{`${declarationOf(kind).notSetUp} It is sent then, if that is within 28 hours.`}</p>
      ) : next_attempt_at === null ? null : (
        <p>
          {`Attempt ${attempts_made + 1} of ${max_attempts} is due `}
          <Timestamp at={next_attempt_at} />
          <span data-countdown={next_attempt_at}></span>
        </p>
      )}
    </div>
  );
}

const MAX_ANSWER_CHARACTERS = 200;

/** What the relay answered to the last attempt, in words and as it was. */
function RelayAnswer({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const words =
    attempt.outcome === "succeeded"
      ? "The relay has accepted the message."
      : attemptHint(attempt, "email");
  const answer = attempt.response_excerpt?.replaceAll(/\s+/g, " ").trim() ?? "";
  return (
    <p>
      {words}{" "}
      <span class="soft">
        <Text of={truncateAt(answer, MAX_ANSWER_CHARACTERS)} />
      </span>
    </p>
  );
}

interface AttemptsProps {
  readonly delivery: Delivery;
  readonly budget: TextBudget;
  readonly isShown: boolean;
}

function Attempts({ delivery, budget, isShown }: AttemptsProps) {
  const { id, kind, submission_id, attempts, pruned_at } = delivery;
  if (pruned_at !== null) {
    return (
      <p class="small soft">
        Attempts and request were deleted by log retention, <Timestamp at={pruned_at} />.
      </p>
    );
  }
  const last = attempts.at(-1);
  if (last === undefined) {
    return isDeliveryOpen(delivery) ? <p class="small soft">No attempts yet.</p> : null;
  }
  return (
    <details id={`attempts-${id}`} open={isShown}>
      <summary>
        {`${plural(attempts.length, "attempt")}, last: `}
        <Outcome attempt={last} />
      </summary>
      <ol class="attempts" reversed>
        {delivery.next_attempt_at === null ? null : (
          <li value={delivery.attempts_made + 1} class="soft">
            {"Next attempt: "}
            <Timestamp at={delivery.next_attempt_at} />
          </li>
        )}
        {attempts.toReversed().map((attempt) => (
          <Attempt
            attempt={attempt}
            kind={kind}
            budget={budget}
            fullUrl={
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

interface AttemptProps {
  readonly attempt: DeliveryAttempt;
  readonly kind: Delivery["kind"];
  readonly budget: TextBudget;
  /** URL of a page without truncation. */
  readonly fullUrl: string | undefined;
}

function Attempt({ attempt, kind, budget, fullUrl }: AttemptProps) {
  const { number, started_at, duration_ms, remote_ip, response_excerpt, next_attempt_at } = attempt;
  const hint = attemptHint(attempt, kind);
  const response = response_excerpt === null ? undefined : budget.truncate(response_excerpt);
  return (
    <li value={number}>
      <p>
        <Outcome attempt={attempt} />
        <span class="soft small">
          {` after ${formatDuration(duration_ms)}, `}
          <Timestamp at={started_at} />
          {remote_ip === null ? "" : `, from ${remote_ip}`}
          {next_attempt_at === null ? null : (
            <>
              {". Next attempt planned for "}
              <Timestamp at={next_attempt_at} />
            </>
          )}
        </span>
      </p>
      {hint === undefined ? null : <p class="small">{hint}</p>}
      {response === undefined || response.text.length + response.cut === 0 ? null : (
        <pre
          class="wrap small"
          tabindex={0}
          role="group"
          aria-label={`Response to attempt ${number}`}
        >
          <bdi>{visible(response.text)}</bdi>
          {response.cut === 0 ? null : (
            <>
              {" … "}
              <a href={fullUrl}>{`and ${response.cut.toLocaleString("en")} more characters`}</a>
            </>
          )}
        </pre>
      )}
    </li>
  );
}

/** The status of the answer, or the error if there was none. */
function Outcome({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const { outcome, error_code } = attempt;
  const status = attempt.http_status ?? attempt.smtp_status;
  const label = status === null ? (error_code ?? outcome).replaceAll("_", " ") : `${status}`;
  return <strong class={outcome === "succeeded" ? "good" : "bad"}>{label}</strong>;
}
