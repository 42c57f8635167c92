/** What somebody should look at, the worst first. */
import type { Child } from "hono/jsx";
import type {
  OldestDue,
  WebhookNeedingAttention,
} from "../../store/webhooks/webhooks-needing-attention.ts";
import { plural } from "../format/plural.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { Text } from "../layout/user-text.tsx";

/** A delivery that has been due for longer is late. */
const OVERDUE_MS = 60_000;

export function Attention({
  unread,
  troubled,
  hasMore,
  due,
  now,
}: {
  /** `undefined` where nothing ever came. */
  readonly unread: number | undefined;
  readonly troubled: readonly WebhookNeedingAttention[];
  /** There are more troubled webhooks than these. */
  readonly hasMore: boolean;
  readonly due: OldestDue | undefined;
  readonly now: number;
}) {
  const isOverdue = due !== undefined && now - due.due_at > OVERDUE_MS;
  const hasNoIssues = troubled.length === 0 && !isOverdue;
  return (
    <section class="card" aria-labelledby="attention">
      <h2 id="attention">{hasNoIssues ? "All is well" : "Needs attention"}</h2>
      <ul class="attention">
        {troubled.map((webhook) => (
          <WebhookProblem webhook={webhook} />
        ))}
        {hasMore ? (
          <li>
            <a href="/dashboard/webhooks">All webhooks</a>: there are more like these.
          </li>
        ) : null}
        {isOverdue ? (
          <Item state="warn" label="Late">
            A delivery of <Webhook id={due.webhook_id} name={due.name} /> has been due since{" "}
            <Timestamp at={due.due_at} />.{" "}
            <a href={`/dashboard/deliveries?state=queued&webhook_id=${due.webhook_id}`}>
              What waits
            </a>
          </Item>
        ) : (
          <Item state="good" label="On time">
            {due === undefined || due.due_at <= now ? (
              "No delivery is late."
            ) : (
              <>
                No delivery is late; the next retry is due at <Timestamp at={due.due_at} />.
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
    <Item state="good" label="Read">
      Every submission was read.
    </Item>
  ) : (
    <Item state="soft" label="Unread">
      <a href="/dashboard/inbox?tab=unread">{plural(n, "unread submission")}</a>
    </Item>
  );
}

function WebhookProblem({ webhook }: { readonly webhook: WebhookNeedingAttention }) {
  const { id, name, enabled, disabled_reason, failing_since, failure_count } = webhook;
  return enabled === 0 ? (
    <Item state="bad" label="Disabled">
      <Webhook id={id} name={name} />{" "}
      {disabled_reason === "gone"
        ? "was disabled: its receiver answered that it is gone for good."
        : "was disabled after five days of nothing but failures."}
    </Item>
  ) : (
    <Item state="warn" label="Failing">
      <Webhook id={id} name={name} /> has failed {plural(failure_count, "time")} in a row, since{" "}
      <Timestamp at={failing_since} />.{" "}
      <a href={`/dashboard/deliveries?webhook_id=${id}`}>Its deliveries</a>
    </Item>
  );
}

function Item({
  state,
  label,
  children,
}: {
  readonly state: "good" | "warn" | "bad" | "soft";
  readonly label: string;
  readonly children?: Child;
}) {
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
