/** `/dashboard/forms`: the list of forms, and a new form. */
import { Hono } from "hono";
import type { Form } from "@intray/sdk/schemas";
import type { Child } from "hono/jsx";
import { errorOf, dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { PostForm, TextField } from "../layout/fields.tsx";
import { addFieldRuleRoutes } from "./field-rules.tsx";
import { addOneFormRoutes } from "./form.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { onceFor } from "../http/request-key.tsx";
import { showPage } from "../layout/page.tsx";
import { type Column, ListAndNew, pageLinks, pageQuery, Table } from "../layout/lists.tsx";
import type { AppError } from "../../domain/errors.ts";
import type { FormActivity } from "../../store/forms/form-activity.ts";
import { Timestamp } from "../format/timestamp.tsx";
import { plural } from "../format/quantities.ts";
import { fillDays, firstDay, SHOWN_DAYS } from "../format/days.ts";

export function createFormPages(parts: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) => showForms(c, parts));
  routes.post("/", async (c) => {
    const posted = await readPosted(c);
    const name = posted.text("name").trim();
    const body = { form: { name } };
    const made = await c.var.api.POST("/api/v1/forms", { body, ...onceFor(posted) });
    const error = errorOf(made);
    if (error !== undefined) return showForms(c, parts, { name, error });
    const { id } = dataOf(made);
    return redirectWithNotice(c, `/dashboard/forms/${id}`, `The form ${name} was created.`);
  });
  addOneFormRoutes(routes, parts);
  addFieldRuleRoutes(routes, parts);
  return routes;
}

async function showForms(
  c: DashboardContext,
  parts: DashboardParts,
  typed: { readonly name?: string; readonly error?: AppError } = {},
) {
  const query = c.req.query("query")?.trim() ?? "";
  const { forms, meta } = dataOf(
    await c.var.api.GET("/api/v1/forms", {
      params: { query: { ...pageQuery(c), ...(query === "" ? {} : { query }) } },
    }),
  );
  const [sparklines, activity] = await Promise.all([
    formSparklines(c, parts, forms),
    readActivity(c, parts, forms),
  ]);
  return showPage(c, {
    title: "Forms",
    section: "forms",
    status: typed.error === undefined ? 200 : 422,
    content: (
      <>
        <h1>Forms</h1>
        <ListAndNew
          list={
            <>
              <form class="row" role="search" method="get">
                <input
                  type="search"
                  name="query"
                  value={query}
                  aria-label="Search forms"
                  placeholder="Name or id"
                />
                <button>Search</button>
              </form>
              <Table
                class="stack many"
                empty={
                  query === ""
                    ? "No forms yet. Create the first one below."
                    : "No form has this name or id."
                }
                rows={forms}
                columns={[
                  {
                    heading: "Form",
                    cell: ({ id, name }) => <a href={`/dashboard/forms/${id}`}>{name}</a>,
                  },
                  { heading: "Project", class: "soft", cell: ({ project_name }) => project_name },
                  { heading: "Last 30 days", cell: sparklines },
                  {
                    heading: "Last submission",
                    cell: ({ id }) => <Timestamp at={activity(id).last_at} />,
                  },
                  {
                    heading: "Sent to",
                    cell: ({ id }) => <Destinations of={activity(id)} />,
                  },
                  countColumn("To do", "unread_count", "&tab=unread"),
                  countColumn("Inbox", "inbox_count", ""),
                  countColumn("Spam", "spam_count", "&tab=spam"),
                  {
                    heading: `Rejected in ${REJECTED_DAYS} days`,
                    look: "number",
                    cell: ({ id }) => (
                      <a href={`/dashboard/forms/${id}`}>
                        {activity(id).rejected.toLocaleString("en")}
                      </a>
                    ),
                  },
                ]}
              />
            </>
          }
          pages={pageLinks(c, meta)}
          title="New form"
        >
          <PostForm
            action="/dashboard/forms"
            error={typed.error}
            button="Create form"
            isOnce
            isUnsaved={typed.error !== undefined}
          >
            <TextField
              name="name"
              label="Name"
              value={typed.name ?? ""}
              required
              hint="For example Contact, Newsletter or Job applications."
            />
          </PostForm>
        </ListAndNew>
      </>
    ),
  });
}

/** A number that leads to what was counted. @param tab Of the inbox, as in its URL. */
const countColumn = (
  heading: string,
  count: "unread_count" | "inbox_count" | "spam_count",
  tab: string,
): Column<Form> => ({
  heading,
  look: "number",
  cell: (form) => (
    <a href={`/dashboard/inbox?form_id=${form.id}${tab}`}>{form[count].toLocaleString("en")}</a>
  ),
});

const REJECTED_DAYS = 7;

/** Reads what the forms do with one query. */
async function readActivity(
  c: DashboardContext,
  { store, clock }: Pick<DashboardParts, "store" | "clock">,
  forms: readonly Form[],
): Promise<(id: number) => FormActivity> {
  const rows = await store.reads.formActivity({
    account_id: c.var.session.account_id,
    formIds: forms.map(({ id }) => id),
    fromHour: Math.floor(clock.now() / 3_600_000) - 24 * REJECTED_DAYS,
  });
  const nothing = { last_at: null, rejected: 0, destinations: 0, troubled: 0 };
  return (id) => rows.find((row) => row.id === id) ?? { id, ...nothing };
}

function Destinations({ of: { destinations, troubled } }: { readonly of: FormActivity }) {
  if (destinations === 0) return <span class="soft">nobody</span>;
  return (
    <>
      {plural(destinations, "place")}{" "}
      {troubled === 0 ? null : <span class="badge warn">{troubled} not working</span>}
    </>
  );
}

type FormSparklines = (form: Form) => Child;

/** Reads the statistics of all `forms` with one query. */
async function formSparklines(
  c: DashboardContext,
  { store, clock }: Pick<DashboardParts, "store" | "clock">,
  forms: readonly Form[],
): Promise<FormSparklines> {
  const now = clock.now();
  const days = await store.reads.formDays({
    account_id: c.var.session.account_id,
    formIds: forms.map(({ id }) => id),
    fromDay: firstDay(now),
  });
  const byForm = Map.groupBy(days, ({ form_id }) => form_id);
  return ({ id }) => {
    const values = fillDays(now, byForm.get(id) ?? []).map(({ arrived }) => arrived);
    const sum = values.reduce((all, one) => all + one, 0);
    return (
      <Sparkline values={values} label={`${plural(sum, "submission")} in ${SHOWN_DAYS} days`} />
    );
  };
}

const WIDTH = 120;
const HEIGHT = 28;
/** Margin for half of the line's width. */
const EDGE = 2;

/** @param props.values Oldest first. @param props.label Text alternative, also shown on hover. */
export function Sparkline({
  values,
  label,
}: {
  readonly values: readonly number[];
  readonly label: string;
}) {
  const max = Math.max(1, ...values);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1);
  const y = (value: number) => HEIGHT - EDGE - (value / max) * (HEIGHT - 2 * EDGE);
  const points = values.map((value, n) => `${(EDGE + n * step).toFixed(1)},${y(value).toFixed(1)}`);
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <title>{label}</title>
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linejoin="round"
        stroke-linecap="round"
      />
    </svg>
  );
}
