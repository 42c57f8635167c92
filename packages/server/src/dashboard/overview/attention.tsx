/** Issues that need attention, the most severe first, and what can be done about submissions that reached nobody. */
import type { Hono } from "hono";
import type { Child } from "hono/jsx";
import type { AttentionItem, AttentionList } from "@intray/sdk/schemas";
import type {
  OldestDue,
  WebhookNeedingAttention,
} from "../../store/webhooks/webhooks-needing-attention.ts";
import type { RejectingForm } from "../../store/statistics/rejected-posts.ts";
import type { UnansweredCaptcha } from "../../store/forms/unanswered-captchas.ts";
import { WAITING_FOR_SETUP } from "../../domain/delivery/unreached.ts";
import { type ClockState, describeDoubt } from "../../platform/clock-watch.ts";
import { plural } from "../format/quantities.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardEnv } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { RequestKeyInput } from "../http/request-key.tsx";
import { Text } from "../layout/user-text.tsx";
import { RejectedPosts } from "./rejected-posts.tsx";

/** A delivery that has been due for longer is overdue. */
const OVERDUE_MS = 60_000;

export function Attention({
  unread,
  unreached,
  problems,
  captchas,
  rejecting,
  hasMore,
  due,
  clock,
  now,
}: {
  /** `undefined` for an account that never had a submission. */
  readonly unread: number | undefined;
  readonly unreached: AttentionList;
  /** Webhooks that fail or were disabled because they failed. */
  readonly problems: readonly WebhookNeedingAttention[];
  /** Forms whose posts come without an answer to their captcha. */
  readonly captchas: readonly UnansweredCaptcha[];
  readonly rejecting: readonly RejectingForm[];
  /** There are more such webhooks. */
  readonly hasMore: boolean;
  readonly due: OldestDue | undefined;
  readonly clock: ClockState;
  readonly now: number;
}) {
  const isOverdue = due !== undefined && now - due.due_at > OVERDUE_MS;
  const { pause, newestAheadMs } = clock;
  const hasNoIssues =
    unreached.count + problems.length + captchas.length + rejecting.length === 0 &&
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
        {unreached.attention.map((item) => (
          <Unreached item={item} />
        ))}
        {unreached.count === unreached.attention.length ? null : (
          <li>
            {`${plural(unreached.count - unreached.attention.length, "more group", "more groups")} of submissions did not reach anybody.`}
          </li>
        )}
        {problems.map((webhook) => (
          <WebhookProblem webhook={webhook} />
        ))}
        {rejecting.map((form) => (
          <Item state="bad" label="Rejected">
            <RejectedPosts form={form} />
          </Item>
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
  const { id, name, enabled, disabled_reason, failing_since, waiting } = webhook;
  return enabled === 0 ? (
    <Item state="bad" label="Disabled">
      <Webhook id={id} name={name} />{" "}
      {disabled_reason === "gone"
        ? "was disabled: its receiver answered 410 Gone."
        : "was disabled: all deliveries failed for five days."}
    </Item>
  ) : (
    <Item state="warn" label="Failing">
      <Webhook id={id} name={name} /> has failed since <Timestamp at={failing_since} />.{" "}
      {waiting === 0
        ? "Nothing waits for it. "
        : `${plural(waiting, "submission waits", "submissions wait")} for it, with more attempts to come. `}
      <a href={`/dashboard/deliveries?webhook_id=${id}`}>Deliveries</a>
    </Item>
  );
}

/** With its button, which asks first while the destination fails. */
function Unreached({ item }: { readonly item: AttentionItem }) {
  const { id, message, submissions, oldest_at, newest_at, can_send, failing_since } = item;
  const { kind, form_id, destination_id, reason } = item;
  const isWaiting = reason === WAITING_FOR_SETUP;
  const asksFirst = failing_since !== null;
  const filters = { destination_id: String(destination_id), attention: id, ended_until: newest_at };
  const label = submissions === 1 ? "this one" : `these ${submissions.toLocaleString("en")}`;
  return (
    <Item state={isWaiting ? "warn" : "bad"} label={isWaiting ? "Waiting" : "Failed"}>
      <Text of={message} /> Oldest: <Timestamp at={oldest_at} />.{" "}
      <a href={`/dashboard/deliveries?${new URLSearchParams(filters).toString()}`}>Show them</a>
      {can_send ? (
        <form method={asksFirst ? "get" : "post"} action="/dashboard/deliveries/send">
          {Object.entries(filters).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          {asksFirst ? null : (
            <>
              <input type="hidden" name="group" value="failed" />
              <RequestKeyInput />
            </>
          )}
          <button>{`Send ${label} again${asksFirst ? " …" : ""}`}</button>
        </form>
      ) : isWaiting ? null : (
        <div>
          <a
            class="button"
            href={
              kind === "email"
                ? `/dashboard/forms/${form_id}`
                : `/dashboard/webhooks/${destination_id}`
            }
          >
            {kind === "email" ? "Open the form" : "Open the webhook"}
          </a>
        </div>
      )}
      <details>
        <summary>{`${isWaiting ? "Do not send" : "Dismiss"} ${label}`}</summary>
        <form method="post" action="/dashboard/attention/dismiss" class="row">
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="until" value={newest_at} />
          <input name="note" maxlength={200} placeholder="Why" aria-label="Note" />
          <button>{isWaiting ? "Do not send" : "Dismiss"}</button>
        </form>
      </details>
    </Item>
  );
}

/** `POST /dashboard/attention/dismiss`. */
export function addDismissal(routes: Hono<DashboardEnv>): void {
  routes.post("/attention/dismiss", async (c) => {
    const posted = await readPosted(c);
    const note = posted.text("note").trim();
    const { message } = dataOf(
      await c.var.api.POST("/api/v1/attention/dismiss", {
        body: {
          id: posted.text("id"),
          until: posted.text("until"),
          ...(note === "" ? {} : { note }),
        },
      }),
    );
    return redirectWithNotice(c, "/dashboard", message);
  });
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
