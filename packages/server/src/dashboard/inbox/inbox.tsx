/** `/dashboard/inbox`: the submissions of all forms or of one. */
import { Hono } from "hono";
import type { SubmissionList } from "@intray/sdk/schemas";
import { AppError, invalid } from "../../domain/errors.ts";
import { toDoOf } from "../../domain/submission/submission-filter.ts";
import type { ListedForm } from "../../store/forms/form-names.ts";
import type { PageZone } from "../format/zone.ts";
import { byForm, dataOf, errorOf } from "../http/api-client.ts";
import { assetUrl } from "../http/assets.ts";
import { policyWith, SELF } from "../http/content-policy.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { preferFormZone, chooseDensity, isDensity, readDensity } from "../http/preferences.ts";
import { OnlyInProject, showPage } from "../layout/page.tsx";
import { returnAddress } from "../http/notice.ts";
import { createBulkRoutes } from "./bulk-routes.tsx";
import { InboxFilter, isFieldError } from "./filter.tsx";
import { InboxForm, InboxPages, listPosition } from "./list.tsx";
import { createViewRoutes, listViews, ViewMenu } from "./saved-views.tsx";
import {
  firstPage,
  inboxPath,
  type InboxView,
  listQuery,
  readView,
  TABS,
  isFiltered,
  withoutFilters,
} from "./view.ts";
import { OpeningNote } from "../submission/opening.tsx";
import { Shortcuts } from "../layout/shortcuts.tsx";
import { CheckedForm, ErrorMessage } from "../layout/form-errors.tsx";
import { Tabs } from "../layout/tabs.tsx";
import { withFormsOf } from "../layout/form-label.ts";
import { Snippet } from "../forms/snippet.tsx";
import { Text } from "../layout/user-text.tsx";
import { LinkButton } from "../layout/fields.tsx";

export function createInboxPages(parts: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) => showInbox(c, parts));
  routes.post("/density", async (c) => {
    const posted = await readPosted(c);
    const density = posted.text("density");
    if (!isDensity(density))
      throw invalid("density", "The density must be comfortable or compact.");
    chooseDensity(c, density, parts.publicUrl());
    return c.redirect(returnAddress(posted.text("return_to"), "/dashboard/inbox"), 303);
  });
  routes.route("/views", createViewRoutes(parts));
  routes.route("/", createBulkRoutes(parts));
  return routes;
}

async function showInbox(c: DashboardContext, parts: DashboardParts) {
  const { store, clock, publicUrl } = parts;
  await preferFormZone(c, c.req.query("form_id") ?? "");
  const view = readView(c);
  const density = readDensity(c);
  const [{ list, error }, forms, tags, people, views] = await Promise.all([
    findList(c, view),
    store.reads.listFormNames(c.var.scope),
    store.reads.listUsedTags(c.var.scope),
    store.reads.listPeople(c.var.scope),
    listViews(c, parts),
  ]);
  const form = list.meta.form_name;
  const shownForms = await formsOf(c, view, forms);
  const ids = list.submissions.map(({ form_id }) => form_id);
  const named = await withFormsOf(c, parts, forms, ids);
  const now = clock.now();
  const ofForm = `/dashboard/forms/${encodeURIComponent(view.form_id)}`;
  const content = (
    <>
      <div class="views">
        <StateTabs view={view} meta={list.meta} />
        <span class="position soft small">{listPosition(view, list)}</span>
        <ViewMenu c={c} view={view} views={views} density={density} />
      </div>
      <CheckedForm marked={error}>
        <InboxFilter view={view} zone={zoneOf(c, view)} forms={forms} form={form} />
      </CheckedForm>
      {error === undefined ? (
        <div class="card list" id="list" data-events={eventsAddress(view)}>
          <div class="arrivals" role="status"></div>
          {list.submissions.length === 0 ? (
            <EmptyList
              c={c}
              view={view}
              meta={list.meta}
              formId={shownForms.at(-1)?.id}
              origin={publicUrl()}
            />
          ) : (
            <InboxForm
              view={view}
              list={list}
              forms={named}
              tags={tags}
              people={people}
              until={shownAt(list, now)}
              density={density}
              now={now}
            />
          )}
        </div>
      ) : isFieldError(error) ? null : (
        <ErrorMessage error={error} />
      )}
      <InboxPages view={view} list={list} />
      {list.submissions.length === 0 ? null : <OpeningNote forms={shownForms} />}
      <Shortcuts page="inbox" />
      <p id="live-status" role="status"></p>
    </>
  );
  c.header("Content-Security-Policy", policyWith({ frameSrc: [SELF] }));
  return showPage(c, {
    title: titleOf(view, list),
    heading: form ?? "Inbox",
    beside:
      form === null ? null : (
        <>
          <LinkButton to={`${ofForm}/grid`} label="Table" />
          <LinkButton to={ofForm} label="Form settings" />
        </>
      ),
    section: "inbox",
    content,
    scripts: [assetUrl("keys.js"), assetUrl("inbox.js"), assetUrl("pane.js")],
    styles: [assetUrl("inbox.css")],
    status: error === undefined ? 200 : 422,
  });
}

/** Returns the page's title with the number of submissions that are not done: `(3) Inbox`. */
function titleOf({ tab }: InboxView, { meta }: SubmissionList) {
  const { form_name } = meta;
  const toDo = toDoOf(meta);
  const count = toDo === 0 ? "" : `(${toDo.toLocaleString("en")}) `;
  return `${count}${TABS[tab][0]}${form_name === null ? "" : ` of ${form_name}`}`;
}

/** The zone of the view's days; one that its URL names is shown with its name. */
function zoneOf(c: DashboardContext, { zone: name }: InboxView): PageZone {
  const { zone } = c.var;
  return zone.name === name ? zone : { name, source: "default" };
}

const EMPTY_LIST: SubmissionList = {
  submissions: [],
  meta: {
    count: 0,
    page: 1,
    per_page: 0,
    next_cursor: null,
    inbox_count: 0,
    unread_count: 0,
    spam_count: 0,
    trash_count: 0,
    form_name: null,
  },
};

/** An invalid filter is returned with an empty list, to be shown on the page; other errors are thrown. */
async function findList(
  c: DashboardContext,
  view: InboxView,
): Promise<{ readonly list: SubmissionList; readonly error?: AppError }> {
  try {
    const query = listQuery(view);
    const answer = await c.var.api.GET("/api/v1/submissions", { params: { query } });
    return { list: dataOf(answer) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    const query = { per_page: 1, ...(view.form_id === "" ? {} : { form_id: view.form_id }) };
    const counts = await c.var.api.GET("/api/v1/submissions", { params: { query } });
    if (errorOf(counts) !== undefined) return { list: EMPTY_LIST, error };
    const meta = { ...dataOf(counts).meta, next_cursor: null };
    return { list: { meta, submissions: [] }, error };
  }
}

/** Returns the form of the view, or all forms that are listed. */
async function formsOf(c: DashboardContext, { form_id }: InboxView, listed: readonly ListedForm[]) {
  if (form_id === "") return listed;
  const found = listed.find(({ id, uuid }) => String(id) === form_id || uuid === form_id);
  if (found !== undefined) return [found];
  return [dataOf(await c.var.api.GET("/api/v1/forms/{form_id}", byForm(form_id)))];
}

/** Returns the time up to which "all matching" applies; never before the newest row on the page. */
function shownAt({ submissions }: SubmissionList, now: number): string {
  const newest = submissions[0]?.created_at ?? "";
  const text = new Date(now).toISOString();
  return newest > text ? newest : text;
}

const eventsAddress = ({ form_id }: InboxView) =>
  `/dashboard/events${form_id === "" ? "" : `?form_id=${encodeURIComponent(form_id)}`}`;

function StateTabs({ view, meta }: Pick<EmptyListProps, "view" | "meta">) {
  const counts = {
    inbox: meta.inbox_count,
    unread: toDoOf(meta),
    spam: meta.spam_count,
    trash: meta.trash_count,
  };
  const { snoozed_count = 0 } = meta;
  const labelWith = (name: string, count: number) => (
    <>
      {name} <span class="small soft">{count.toLocaleString("en")}</span>
    </>
  );
  return (
    <Tabs
      label="Inbox tabs"
      of={[
        ...(["inbox", "unread", "spam", "trash"] as const).map((tab) => ({
          label: labelWith(TABS[tab][0], counts[tab]),
          to: inboxPath({ ...firstPage(view), tab }),
          isCurrent: tab === view.tab,
        })),
        ...(snoozed_count === 0
          ? []
          : [
              {
                label: labelWith("Snoozed", snoozed_count),
                to: inboxPath({ ...withoutFilters(view), tab: "inbox", query: "is:snoozed" }),
                isCurrent: false,
              },
            ]),
      ]}
    />
  );
}

const EMPTY_TEXTS = {
  inbox: "No submissions.",
  unread: "Nothing to do.",
  spam: "No spam.",
  trash: "The trash is empty.",
} as const;

interface EmptyListProps {
  readonly c: DashboardContext;
  readonly view: InboxView;
  readonly meta: SubmissionList["meta"];
  /** The form of the view, or the account's newest one; `undefined` if it has none. */
  readonly formId: number | undefined;
  /** The server's public origin. */
  readonly origin: string;
}

function EmptyList({ c, view, meta, formId, origin }: EmptyListProps) {
  const isNew = meta.inbox_count + meta.spam_count + meta.trash_count === 0;
  const isFirst = view.tab === "inbox" && isNew;
  if (view.cursor === "" && view.page === "" && !isFiltered(view) && isFirst) {
    if (formId !== undefined) return <FirstSubmission c={c} formId={formId} origin={origin} />;
  }
  return (
    <p class="empty">
      {view.cursor !== "" || view.page !== "" ? (
        <>
          No submissions on this page. <a href={inboxPath(firstPage(view))}>First page</a>
        </>
      ) : isFiltered(view) ? (
        <>
          No matching submissions. <a href={inboxPath(withoutFilters(view))}>Clear the search</a>.
        </>
      ) : isFirst ? (
        <>
          No submissions yet. <a href="/dashboard/forms#new">Create a form</a>.
        </>
      ) : (
        EMPTY_TEXTS[view.tab]
      )}
      <OnlyInProject />
    </p>
  );
}

interface FirstSubmissionProps {
  readonly c: DashboardContext;
  readonly formId: number;
  readonly origin: string;
}

/** How to get the first submission of a form, and what to set up next. */
async function FirstSubmission({ c, formId, origin }: FirstSubmissionProps) {
  const form = dataOf(await c.var.api.GET("/api/v1/forms/{form_id}", byForm(formId)));
  const settings = `/dashboard/forms/${form.id}`;
  return (
    <div class="nothing-yet">
      <h2>No submissions yet</h2>
      <p>
        What is sent with <Text of={form.name} /> appears here as soon as it arrives.
      </p>
      <p>
        <LinkButton to={`/try/${form.uuid}`} label="Try the form" look="main" />
      </p>
      <Snippet form={form} origin={origin} />
      <h3>What comes next</h3>
      <ul>
        <li>
          <a href={`${settings}/email`}>Get an e-mail</a> for each submission, or once a day.
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
