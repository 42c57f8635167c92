/** Issues that need attention, the most severe first. */
import type { Child } from "hono/jsx";
import type {
  OldestDue,
  WebhookNeedingAttention,
} from "../../store/webhooks/webhooks-needing-attention.ts";
import type { UnansweredCaptcha } from "../../store/forms/unanswered-captchas.ts";
import { type ClockState, describeDoubt } from "../../platform/clock-watch.ts";
import { plural } from "../format/quantities.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { Text } from "../layout/user-text.tsx";

/** A delivery that has been due for longer is overdue. */
const OVERDUE_MS = 60_000;

export function Attention({
  unread,
  problems,
  captchas,
  hasMore,
  due,
  clock,
  now,
}: {
  /** `undefined` for an account that never had a submission. */
  readonly unread: number | undefined;
  /** Webhooks that fail or were disabled because they failed. */
  readonly problems: readonly WebhookNeedingAttention[];
  /** Forms whose posts come without an answer to their captcha. */
  readonly captchas: readonly UnansweredCaptcha[];
  /** There are more such webhooks. */
  readonly hasMore: boolean;
  readonly due: OldestDue | undefined;
  readonly clock: ClockState;
  readonly now: number;
}) {
  const isOverdue = due !== undefined && now - due.due_at > OVERDUE_MS;
  const { pause, newestAheadMs } = clock;
  const hasNoIssues =
    problems.length + captchas.length === 0 &&
    !isOverdue &&
    pause === undefined &&
    newestAheadMs === 0;
  return (
    <section class="card" aria-labelledby="attention">
      <h2 id="attention">{hasNoIssues ? "No issues" : "Needs attention"}</h2>
      <ul class="attention">
        {pause === undefined ? null : (
          <Item state="warn" label="Clock">
            {describeDoubt(pause.doubt)} Nothing is deleted by age until{" "}
            <Timestamp at={now + pause.endsInMs} />. Check the server's clock.
          </Item>
        )}
        {newestAheadMs === 0 || pause?.doubt.kind === "newest_ahead" ? null : (
          <Item state="warn" label="Clock">
            {describeDoubt({ kind: "newest_ahead", ms: newestAheadMs })} New submissions get the
            same date until then.
          </Item>
        )}
        {problems.map((webhook) => (
          <WebhookProblem webhook={webhook} />
        ))}
        {captchas.map(({ id, name }) => (
          <Item state="warn" label="Captcha">
            Posts to{" "}
            <a href={`/dashboard/forms/${id}`}>
              <Text of={name} />
            </a>{" "}
            come without an answer to its captcha, and are stored as spam. Put the captcha on the
            page.
          </Item>
        ))}
        {hasMore ? (
          <li>
            More webhooks need attention. <a href="/dashboard/webhooks">All webhooks</a>
          </li>
        ) : null}
        {isOverdue ? (
          <Item state="warn" label="Overdue">
            A delivery to <Webhook id={due.webhook_id} name={due.name} /> has been due since{" "}
            <Timestamp at={due.due_at} />.{" "}
            <a href={`/dashboard/deliveries?state=queued&webhook_id=${due.webhook_id}`}>
              Queued deliveries
            </a>
          </Item>
        ) : (
          <Item state="good" label="On time">
            {due === undefined || due.due_at <= now ? (
              "No delivery is overdue."
            ) : (
              <>
                No delivery is overdue. Next retry: <Timestamp at={due.due_at} />.
              </>
            )}
          </Item>
        )}
        {unread === undefined ? null : <Unread n={unread} />}
      </ul>
    </section>
  );
}

function Unread({ n }: { readonly n: number }) {
  return n === 0 ? (
    <Item state="good" label="Done">
      Nothing to do in the inbox.
    </Item>
  ) : (
    <Item state="soft" label="To do">
      <a href="/dashboard/inbox?tab=unread">{plural(n, "submission")} not done</a>
    </Item>
  );
}

function WebhookProblem({ webhook }: { readonly webhook: WebhookNeedingAttention }) {
  const { id, name, enabled, disabled_reason, failing_since, failure_count } = webhook;
  return enabled === 0 ? (
    <Item state="bad" label="Disabled">
      <Webhook id={id} name={name} />{" "}
      {disabled_reason === "gone"
        ? "was disabled: its receiver answered 410 Gone."
        : "was disabled: all deliveries failed for five days."}
    </Item>
  ) : (
    <Item state="warn" label="Failing">
      <Webhook id={id} name={name} /> has failed {plural(failure_count, "time")} in a row, since{" "}
      <Timestamp at={failing_since} />.{" "}
      <a href={`/dashboard/deliveries?webhook_id=${id}`}>Deliveries</a>
    </Item>
  );
}

interface ItemProps {
  readonly state: "good" | "warn" | "bad" | "soft";
  readonly label: string;
  readonly children?: Child;
}

function Item({ state, label, children }: ItemProps) {
  return (
    <li>
      <span class={`badge ${state}`}>{label}</span> <div>{children}</div>
    </li>
  );
}

const Webhook = ({ id, name }: { readonly id: number; readonly name: string }) => (
  <a href={`/dashboard/webhooks/${id}`}>
    <Text of={name} />
  </a>
);
