/** The first card of the overview: each issue once, the most severe first, with what can be done about it. */
import type { Hono } from "hono";
import type { Child } from "hono/jsx";
import type { Alert, AttentionItem } from "@intray/sdk/schemas";
import type { WebhookNeedingAttention } from "../../store/webhooks/webhooks-needing-attention.ts";
import type { RejectingForm } from "../../store/statistics/rejected-posts.ts";
import { reasonInWords, WAITING_FOR_SETUP } from "../../domain/delivery/unreached.ts";
import { describeDoubt } from "../../platform/clock-watch.ts";
import { EXPLANATIONS } from "../forms/rejected-posts.tsx";
import { UNANSWERED_FOR_MS } from "../forms/form.tsx";
import { plural } from "../format/quantities.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { RequestKeyInput } from "../http/request-key.tsx";
import { Card } from "../layout/card.tsx";
import { Hidden, LinkButton } from "../layout/fields.tsx";
import { Text } from "../layout/user-text.tsx";

const DAY_MS = 86_400_000;
/** A delivery that has been due for longer is overdue. */
const OVERDUE_MS = 60_000;
const MAX_WEBHOOKS = 100;
/** Further issues are folded. */
const MAX_SHOWN = 5;
const MAX_OVER = 5;
/** Verdicts that people are asked for at once. */
const MAX_DOUBTFUL = 10;

/** Something that needs attention, or good news. */
interface Issue {
  readonly state: "good" | "warn" | "bad" | "soft";
  readonly label: string;
  /** Sentences, in which names may be hostile. */
  readonly text: string;
  /** A time that follows them, with the words before it. */
  readonly at?: readonly [words: string, time: number | string | null];
  /** Where something can be done about it. */
  readonly to?: Place | undefined;
  readonly more?: Child;
}
type Place = readonly [label: string, address: string];

interface Issues {
  readonly issues: readonly Issue[];
  /** The newest alerts that are over. */
  readonly over: readonly Alert[];
}

/** Reads what needs attention, the most severe first. What several sources know of is one issue. */
export async function readIssues(
  c: DashboardContext,
  { store, clock, clockWatch }: Pick<DashboardParts, "store" | "clock" | "clockWatch">,
): Promise<Issues> {
  const { scope } = c.var;
  const now = clock.now();
  const [{ attention }, { alerts }, webhooks, captchas, rejecting, missing, due, doubtful] =
    await Promise.all([
      c.var.api.GET("/api/v1/attention").then(dataOf),
      c.var.api.GET("/api/v1/alerts").then(dataOf),
      store.reads.webhooksNeedingAttention({ ...scope, limit: MAX_WEBHOOKS }),
      store.reads.unansweredCaptchas({ ...scope, since: now - UNANSWERED_FOR_MS }),
      store.reads.rejectingForms({ ...scope, since: now - DAY_MS }),
      store.reads.formsMissingOnPages(scope),
      store.reads.oldestDue(scope),
      store.reads.countPossibleSpam({ ...scope, limit: MAX_DOUBTFUL }),
    ]);
  const late = due !== undefined && now - due.due_at > OVERDUE_MS ? [due] : [];
  const states = new Map(webhooks.map((one) => [one.id, webhookIssue(one, alerts)]));
  const listed = Map.groupBy(attention, ({ destination_id }) => destination_id);
  const isSaidElsewhere = ({ kind, webhook_id, form_id, form }: Alert) =>
    // The webhooks of forms are read as they are now.
    (webhook_id !== null && form !== null) ||
    [...captchas, ...rejecting].some(({ id }) => kind === "form_silent" && id === form_id) ||
    (kind === "deliveries_late" && late.length > 0);
  const open = alerts.filter((alert) => alert.resolved_at === null && !isSaidElsewhere(alert));
  const issues: readonly Issue[] = [
    ...clockIssues(clockWatch.state(), now),
    // The first item of a webhook says what state it is in.
    ...unreachedIssues(attention, (item) => {
      const isFirst = listed.get(item.destination_id)?.[0] === item;
      return isFirst ? states.get(item.destination_id) : undefined;
    }),
    ...[...states].flatMap(([id, issue]) => (listed.has(id) ? [] : [issue])),
    ...rejecting.map(rejectingIssue),
    ...open.map(alertIssue),
    ...captchas.map(({ id, name }): Issue => {
      const text = `Posts to ${name} come without an answer to its captcha, and are stored as spam. Put the captcha on the page.`;
      return { state: "warn", label: "Captcha", text, to: ["Open the form", formUrl(id)] };
    }),
    ...missing.map(({ id, name, url, problem }): Issue => {
      const text = `The page ${url} of ${name} was looked at. ${problem}`;
      return { state: "warn", label: "Page", text, to: ["Open the form", formUrl(id)] };
    }),
    ...late.map(({ webhook_id, name, due_at }): Issue => {
      const queued = `/dashboard/deliveries?state=queued&webhook_id=${webhook_id}`;
      const text = `A delivery to ${name} is overdue.`;
      const to = ["Queued deliveries", queued] as const;
      return { state: "warn", label: "Overdue", text, at: ["Due since", due_at], to };
    }),
    ...(doubtful === 0 ? [] : [doubtIssue(doubtful)]),
  ];
  return { issues, over: alerts.filter(({ resolved_at }) => resolved_at !== null) };
}

const doubtIssue = (n: number): Issue => ({
  state: "soft",
  label: "Possible spam",
  text: `${plural(n, "submission waits", "submissions wait")} for your verdict, which teaches the spam filter.`,
  to: ["Look at them", "/dashboard/inbox?query=is%3Apossible-spam"],
});

const formUrl = (id: number) => `/dashboard/forms/${id}`;

interface AttentionProps extends Issues {
  /** `undefined` for an account that never had a submission. */
  readonly unread: number | undefined;
}

export const Attention = ({ issues, over, unread }: AttentionProps) => (
  <Card region="attention" title={issues.length === 0 ? "No issues" : "Needs attention"}>
    <FoldedIssues of={issues} and={unread === undefined ? [] : [toDo(unread)]} />
    {over.length === 0 ? null : (
      <details>
        <summary>Alerts that are over</summary>
        <IssueList
          of={over.slice(0, MAX_OVER).map(({ message, resolved_at }) => {
            return { state: "soft", label: "Over", text: message, at: ["Since", resolved_at] };
          })}
        />
        <p>
          <a href="/dashboard/account#alert-settings">Where alerts are sent</a>
        </p>
      </details>
    )}
  </Card>
);

const toDo = (n: number): Issue =>
  n === 0
    ? { state: "good", label: "Done", text: "Nothing to do in the inbox." }
    : {
        state: "soft",
        label: "To do",
        text: "",
        more: <a href="/dashboard/inbox?tab=unread">{plural(n, "submission")} not done</a>,
      };

type FoldedIssuesProps = { readonly of: readonly Issue[]; readonly and?: readonly Issue[] };

/** The first issues, what is said `and` always, and the others folded. */
export function FoldedIssues({ of, and = [] }: FoldedIssuesProps) {
  const rest = of.slice(MAX_SHOWN);
  return (
    <>
      <IssueList of={[...of.slice(0, MAX_SHOWN), ...and]} />
      {rest.length === 0 ? null : (
        <details>
          <summary>{plural(rest.length, "more issue", "more issues")}</summary>
          <IssueList of={rest} />
        </details>
      )}
    </>
  );
}

const IssueList = ({ of }: { readonly of: readonly Issue[] }) => (
  <ul class="attention">
    {of.map(({ state, label, text, at, to, more }) => (
      <li>
        <span class={`badge ${state}`}>{label}</span>{" "}
        <div>
          <Text of={text} />
          {at === undefined ? null : (
            <>
              {` ${at[0]}: `}
              <Timestamp at={at[1]} />.{" "}
            </>
          )}
          {more}
          {to === undefined ? null : <Button to={to} />}
        </div>
      </li>
    ))}
  </ul>
);

const Button = ({ to: [label, address] }: { readonly to: Place }) => (
  <div>
    <LinkButton to={address} label={label} />
  </div>
);

function clockIssues(
  { pause, newestAheadMs }: ReturnType<DashboardParts["clockWatch"]["state"]>,
  now: number,
): readonly Issue[] {
  const clock = { state: "warn", label: "Clock" } as const;
  if (pause !== undefined) {
    const text = `${describeDoubt(pause.doubt)} Check the server's clock.`;
    return [{ ...clock, text, at: ["Nothing is deleted by age until", now + pause.endsInMs] }];
  }
  if (newestAheadMs === 0) return [];
  const doubt = describeDoubt({ kind: "newest_ahead", ms: newestAheadMs });
  return [{ ...clock, text: `${doubt} New submissions get the same date until then.` }];
}

function webhookIssue(
  { id, name, form, enabled, disabled_reason, failing_since, waiting }: WebhookNeedingAttention,
  alerts: readonly Alert[],
): Issue {
  const to = ["Open the webhook", `/dashboard/webhooks/${id}`] as const;
  const error = alerts.find(({ webhook_id }) => webhook_id === id)?.last_error ?? "";
  const last = error === "" ? "" : ` Last error: ${error}.`;
  const webhook = `The webhook ${name} of ${form}`;
  if (enabled === 0) {
    const reason =
      disabled_reason === "gone"
        ? "its receiver answered 410 Gone"
        : "all deliveries failed for five days";
    const text = `${webhook} was disabled: ${reason}.${last}`;
    return { state: "bad", label: "Disabled", text, to };
  }
  const queued =
    waiting === 0
      ? "Nothing waits for it."
      : `${plural(waiting, "submission waits", "submissions wait")} for it, with more attempts to come.`;
  const text = `${webhook} fails. ${queued}${last}`;
  return { state: "warn", label: "Failing", text, at: ["Since", failing_since], to };
}

function rejectingIssue({ id, name, total, count, reason }: RejectingForm): Issue {
  const most = count === total ? "all" : String(count);
  const text = `The last ${total} posts to ${name} were rejected and not stored, ${most} because ${EXPLANATIONS[reason].because}.`;
  return { state: "bad", label: "Rejected", text, to: ["What to do", `${formUrl(id)}#rejected`] };
}

const ALERT_SETTINGS = ["Alert settings", "/dashboard/account#alert-settings"] as const;
const KEYS = ["Open API keys", "/dashboard/keys"] as const;
const QUEUED = ["Queued deliveries", "/dashboard/deliveries?state=queued"] as const;
const ALERTS: Readonly<Record<Alert["kind"], readonly [label: string, to?: Place]>> = {
  webhook_failing: ["Failing", ALERT_SETTINGS],
  webhook_disabled: ["Disabled", ALERT_SETTINGS],
  deliveries_late: ["Overdue", QUEUED],
  disk_low: ["Disk"],
  quota_low: ["Storage", ["Open the inbox", "/dashboard/inbox"]],
  mail_failing: ["E-mail", ["Open the e-mail page", "/dashboard/email"]],
  form_silent: ["Silent"],
  key_expires: ["API key", KEYS],
  key_expires_soon: ["API key", KEYS],
};

function alertIssue({ kind, message, since, form_id }: Alert): Issue {
  const [label, place] = ALERTS[kind];
  const to = form_id === null ? place : (["Open the form", formUrl(form_id)] as const);
  return { state: "bad", label, text: message, at: ["Since", since], to };
}

const RECIPIENTS = ["See recipients", "/dashboard/email#recipients"] as const;
/** More destinations that were not reached for one reason are one issue. */
const MAX_OF_ONE_REASON = 3;

/** What did not reach its destination, each with its button; many for one reason are folded below it. */
export function unreachedIssues(
  items: readonly AttentionItem[],
  webhookOf: (item: AttentionItem) => Issue | undefined = () => undefined,
): readonly Issue[] {
  const byReason = Map.groupBy(items, ({ kind, reason }) => `${kind} ${reason}`);
  return [...byReason.values()].flatMap((alike) => {
    const issues = alike.map((item) => unreachedIssue(item, webhookOf(item)));
    const [first] = issues;
    if (first === undefined || issues.length <= MAX_OF_ONE_REASON) return issues;
    const { state, label } = first;
    const sum = alike.reduce((total, { submissions }) => total + submissions, 0);
    const text = `${plural(sum, "submission")} did not reach ${issues.length} destinations: ${reasonInWords(alike[0]?.reason ?? "")}.`;
    const more = (
      <details>
        <summary>Show each</summary>
        <IssueList of={issues} />
      </details>
    );
    const to = alike[0]?.kind === "email" ? RECIPIENTS : undefined;
    return [{ state, label, text, more, to }];
  });
}

/** With its button, which asks first while the destination fails. */
function unreachedIssue(item: AttentionItem, webhook?: Issue): Issue {
  const { id, message, submissions, oldest_at, newest_at, can_send, failing_since } = item;
  const { kind, form_id, destination_id, reason } = item;
  const isWaiting = reason === WAITING_FOR_SETUP;
  const asksFirst = failing_since !== null;
  const filters = { destination_id: String(destination_id), attention: id, ended_until: newest_at };
  const label = submissions === 1 ? "this one" : `these ${submissions.toLocaleString("en")}`;
  const place: Place =
    kind === "email"
      ? ["Open the form", formUrl(form_id)]
      : ["Open the webhook", `/dashboard/webhooks/${destination_id}`];
  return {
    state: isWaiting ? "warn" : "bad",
    label: isWaiting ? "Waiting" : "Failed",
    text: message,
    at: ["Oldest", oldest_at],
    more: (
      <>
        <a href={`/dashboard/deliveries?${new URLSearchParams(filters).toString()}`}>Show them</a>
        {webhook === undefined ? null : (
          <div>
            <Text of={webhook.text} />
          </div>
        )}
        {can_send ? (
          <form method={asksFirst ? "get" : "post"} action="/dashboard/deliveries/send">
            <Hidden values={filters} />
            {asksFirst ? null : (
              <>
                <Hidden values={{ group: "failed" }} />
                <RequestKeyInput />
              </>
            )}
            <button>{`Send ${label} again${asksFirst ? " …" : ""}`}</button>
          </form>
        ) : isWaiting ? null : (
          <Button to={place} />
        )}
        <details>
          <summary>{`${isWaiting ? "Do not send" : "Dismiss"} ${label}`}</summary>
          <form method="post" action="/dashboard/attention/dismiss" class="row">
            <Hidden values={{ id, until: newest_at }} />
            <input name="note" maxlength={200} placeholder="Why" aria-label="Note" />
            <button>{isWaiting ? "Do not send" : "Dismiss"}</button>
          </form>
        </details>
      </>
    ),
  };
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
