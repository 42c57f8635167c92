/** The inbox without submissions. */
import type { SubmissionList } from "@intray/sdk/schemas";
import { Snippet } from "../forms/snippet.tsx";
import { dataOf } from "../http/api-client.ts";
import type { DashboardContext } from "../http/env.ts";
import { Text } from "../layout/user-text.tsx";
import { firstPage, inboxPath, type InboxView, isFiltered, withoutFilters } from "./view.ts";

const EMPTY_TEXTS = {
  inbox: "No submissions.",
  unread: "Nothing to do.",
  spam: "No spam.",
  trash: "The trash is empty.",
} as const;

export function EmptyList({
  c,
  view,
  meta,
  formId,
  origin,
}: {
  readonly c: DashboardContext;
  readonly view: InboxView;
  readonly meta: SubmissionList["meta"];
  /** The form of the view, or the account's newest one; `undefined` if it has none. */
  readonly formId: number | undefined;
  /** The server's public origin. */
  readonly origin: string;
}) {
  if (view.cursor !== "" || view.page !== "") {
    return (
      <p class="empty">
        No submissions on this page. <a href={inboxPath(firstPage(view))}>First page</a>
      </p>
    );
  }
  if (isFiltered(view)) {
    return (
      <p class="empty">
        No matching submissions. <a href={inboxPath(withoutFilters(view))}>Clear the search</a>
      </p>
    );
  }
  const isNew = meta.inbox_count + meta.spam_count + meta.trash_count === 0;
  if (view.tab !== "inbox" || !isNew) return <p class="empty">{EMPTY_TEXTS[view.tab]}</p>;
  return formId === undefined ? (
    <p class="empty">
      No submissions yet. <a href="/dashboard/forms#new">Create a form</a>
    </p>
  ) : (
    <FirstSubmission c={c} formId={formId} origin={origin} />
  );
}

/** How to get the first submission of a form, and what to set up next. */
async function FirstSubmission({
  c,
  formId,
  origin,
}: {
  readonly c: DashboardContext;
  readonly formId: number;
  readonly origin: string;
}) {
  const params = { path: { form_id: String(formId) } };
  const form = dataOf(await c.get("api").GET("/api/v1/forms/{form_id}", { params }));
  const settings = `/dashboard/forms/${form.id}`;
  return (
    <div class="nothing-yet">
      <h2>No submissions yet</h2>
      <p>
        What is sent with <Text of={form.name} /> appears here as soon as it arrives.
      </p>
      <p>
        <a class="button main" href={`/try/${form.uuid}`}>
          Try the form
        </a>
      </p>
      <Snippet form={form} origin={origin} />
      <h3>What comes next</h3>
      <ul>
        <li>
          <a href={`${settings}#email`}>Get an e-mail</a> for each submission, or once a day.
        </li>
        <li>
          <a href={`/dashboard/webhooks/new?form_id=${form.id}`}>Add a webhook</a> that sends each
          one to another service.
        </li>
        <li>
          <a href={settings}>Change the form</a>: thank-you page, allowed domains, field rules and
          spam checks.
        </li>
      </ul>
    </div>
  );
}
