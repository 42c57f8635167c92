/** `/dashboard/forms`: the list of forms, and a new form. */
import { Hono } from "hono";
import type { Project } from "@intray/sdk/schemas";
import type { Child } from "hono/jsx";
import { errorOf, dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { Hidden, PostForm, Select, TextField, LinkButton, optionsOf } from "../layout/fields.tsx";
import { addEditRoutes, MAX_EDITED } from "./edit-forms.tsx";
import { addOneFormRoutes } from "./form.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { onceFor } from "../http/request-key.tsx";
import { OnlyInProject, showPage } from "../layout/page.tsx";
import { type Column, ListAndNew, pageLinks, readSorting, Table } from "../layout/lists.tsx";
import type { AppError } from "../../domain/errors.ts";
import type { BoardForm, FormState } from "../../store/forms/form-board.ts";
import { FORM_ORDERS, FORM_STATES } from "../../store/forms/form-board.ts";
import { Age } from "../format/timestamp.tsx";
import { formatDuration, plural } from "../format/quantities.ts";
import { usualRate } from "../../domain/alerts/alert-record.ts";
import { fillDays, firstDay, SHOWN_DAYS } from "../format/days.ts";

export function createFormPages(parts: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) => showForms(c, parts));
  routes.post("/", async (c) => {
    const posted = await readPosted(c);
    const name = posted.text("name").trim();
    const project_id = c.var.project?.id;
    const body = { form: { name, ...(project_id === undefined ? {} : { project_id }) } };
    const made = await c.var.api.POST("/api/v1/forms", { body, ...onceFor(posted) });
    const error = errorOf(made);
    if (error !== undefined) return showForms(c, parts, { name, error });
    const { id } = dataOf(made);
    return redirectWithNotice(c, `/dashboard/forms/${id}`, `The form ${name} was created.`);
  });
  addEditRoutes(routes, async (posted, scope) => {
    const filter = filterOf((name) => posted.text(name));
    const { records } = await parts.store.reads.formBoard({
      ...scope,
      ...filter,
      project_id: filter.project_id ?? scope.project_id,
      order: "name",
      isDescending: false,
      limit: MAX_EDITED,
      offset: 0,
      now: parts.clock.now(),
    });
    return records.map(({ id }) => id);
  });
  addOneFormRoutes(routes, parts);
  return routes;
}

/** With the label of each option. */
const STATES: Readonly<Record<FormState, string>> = {
  accepting: "Accepting posts",
  rejecting: "Every post rejected",
  silent: "Silent",
  undelivered: "Something not delivered",
  archived: "Archived",
};
const PER_PAGE = 50;

/** Which forms the address of the list names. */
const filterOf = (asked: (name: string) => string | undefined) => ({
  query: asked("query")?.trim() ?? "",
  project_id: Number(asked("project_id")) || undefined,
  state: FORM_STATES.find((state) => state === asked("state")),
});

async function showForms(
  c: DashboardContext,
  parts: DashboardParts,
  typed: { readonly name?: string; readonly error?: AppError } = {},
) {
  const { scope } = c.var;
  const now = parts.clock.now();
  const filter = filterOf((name) => c.req.query(name));
  const sorting = readSorting(c, FORM_ORDERS);
  const offset = Math.min(1e9, Math.floor(Math.abs(Number(c.req.query("cursor")) || 0)));
  const [{ records: forms, count }, { projects }] = await Promise.all([
    parts.store.reads.formBoard({
      ...scope,
      ...filter,
      project_id: filter.project_id ?? scope.project_id,
      order: sorting.order,
      isDescending: sorting.isDescending,
      limit: PER_PAGE,
      offset,
      now,
    }),
    c.var.api.GET("/api/v1/projects").then(dataOf),
  ]);
  const sparklines = await formSparklines(c, parts, forms);
  const given = Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value !== ""),
  ) as Readonly<Record<string, string | number>>;
  const next = offset + PER_PAGE;
  return showPage(c, {
    title: "Forms",
    section: "forms",
    status: typed.error === undefined ? 200 : 422,
    beside: <LinkButton to="#new" label="New form" />,
    content: (
      <>
        <Filter
          filter={filter}
          projects={c.var.project === undefined ? projects : []}
          sort={c.req.query("sort") ?? ""}
        />
        <ListAndNew
          list={
            <form class="fields" method="post" action="/dashboard/forms/edit">
              <Table
                class="stack many"
                sorting={sorting}
                empty={
                  <>
                    {Object.keys(given).length === 0
                      ? "No forms yet. Create the first one below."
                      : "No form is like that."}
                    <OnlyInProject />
                  </>
                }
                rows={forms}
                columns={[
                  { heading: "Form", order: "name", cell: SelectableForm },
                  {
                    heading: "Project",
                    order: "project",
                    class: "soft",
                    cell: ({ project }) => project,
                  },
                  { heading: "Last 30 days", order: "-month", class: "trend", cell: sparklines },
                  ...healthColumns(forms, now),
                  {
                    heading: "Copy",
                    look: "actions",
                    cell: ({ id, name }) => (
                      <a href={`/dashboard/forms/${id}/copy`} aria-label={`Copy ${name}`}>
                        Copy
                      </a>
                    ),
                  },
                ]}
              />
              {forms.length === 0 ? null : (
                <>
                  <p class="soft small">
                    {`${(offset + 1).toLocaleString("en")} to ${(offset + forms.length).toLocaleString("en")} of ${plural(count, "form")}. Rejected posts are those of ${SHOWN_DAYS} days.`}
                  </p>
                  <div class="row">
                    <Hidden values={given} />
                    <button>Edit selected forms</button>
                    {count > forms.length ? (
                      <label>
                        <input type="checkbox" name="all" value="yes" />
                        {` All ${plural(count, "form")} of this list`}
                      </label>
                    ) : null}
                  </div>
                </>
              )}
            </form>
          }
          pages={pageLinks(c, { next_cursor: next < count ? String(next) : null })}
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

interface FilterProps {
  readonly filter: ReturnType<typeof filterOf>;
  readonly projects: readonly Pick<Project, "id" | "name">[];
  readonly sort: string;
}

const Filter = ({ filter: { query, project_id, state }, projects, sort }: FilterProps) => (
  <form class="card filters" role="search" method="get">
    {sort === "" ? null : <Hidden values={{ sort }} />}
    <TextField name="query" label="Name or id" type="search" value={query} />
    {projects.length < 2 ? null : (
      <Select
        name="project_id"
        label="Project"
        value={String(project_id ?? "")}
        options={optionsOf(projects, "All projects")}
      />
    )}
    <Select
      name="state"
      label="State"
      value={state ?? ""}
      options={[["", "Not archived"], ...Object.entries(STATES)]}
    />
    <button>Filter</button>
  </form>
);

const SelectableForm = (form: BoardForm) => (
  <>
    <input type="checkbox" name="form_id" value={form.id} aria-label={`Select ${form.name}`} />{" "}
    <FormName {...form} />
  </>
);

export const FormName = ({ id, name, isRejecting, archived }: BoardForm) => (
  <>
    <a href={`/dashboard/forms/${id}`}>{name}</a>{" "}
    {isRejecting ? <span class="badge warn">every post rejected</span> : null}
    {archived === 1 ? <span class="badge">archived</span> : null}
  </>
);

/** @param at 0 = never. */
export const LastPost = ({ at, now }: { readonly at: number; readonly now: number }) =>
  at === 0 ? <span class="soft">never</span> : <Age at={at} now={now} />;

/** How the posts of forms arrive, and where they go. @param now Milliseconds since the epoch. */
export const healthColumns = (
  forms: readonly BoardForm[],
  now: number,
): readonly Column<BoardForm>[] => [
  {
    heading: "Last post",
    order: "-last_at",
    class: "nowrap",
    cell: ({ last_at }) => <LastPost at={last_at} now={now} />,
  },
  ...(forms.some(({ silence }) => silence !== null)
    ? [{ heading: "Silent for", order: "-silent", cell: Silence }]
    : []),
  { heading: "Sent to", order: "-troubled", cell: Destinations },
  countColumn("To do", "unread", "&tab=unread"),
  countColumn("Spam", "spam", "&tab=spam"),
  {
    heading: "Rejected",
    order: "-rejected",
    look: "number",
    cell: ({ id, rejected }) => (
      <a href={`/dashboard/forms/${id}#rejected`}>{rejected.toLocaleString("en")}</a>
    ),
  },
];

/** How long a form that is silent against its rhythm has been, and what it usually gets. */
function Silence({ silent, silence }: BoardForm) {
  if (silence === null) return null;
  const { per_day = 0 } = JSON.parse(silence) as { readonly per_day?: number };
  return (
    <>
      <span class="badge warn">{formatDuration(silent)}</span>{" "}
      <span class="soft small whole">{`usually ${usualRate(per_day)}`}</span>
    </>
  );
}

const Destinations = ({ destinations, troubled, undelivered }: BoardForm) => (
  <>
    {destinations === 0 ? <span class="soft">nobody</span> : plural(destinations, "place")}{" "}
    {troubled + undelivered === 0 ? null : (
      <span class="badge warn">
        {[
          ...(troubled === 0 ? [] : [`${troubled} not working`]),
          ...(undelivered === 0 ? [] : ["not all delivered"]),
        ].join(", ")}
      </span>
    )}
  </>
);

/** A number that leads to what was counted. @param tab Of the inbox, as in its URL. */
const countColumn = (
  heading: string,
  count: "unread" | "spam",
  tab: string,
): Column<BoardForm> => ({
  heading,
  order: `-${count}`,
  look: "number",
  cell: (form) => (
    <a href={`/dashboard/inbox?form_id=${form.id}${tab}`}>{form[count].toLocaleString("en")}</a>
  ),
});

/** Reads the days of all `forms` with one query. */
async function formSparklines(
  c: DashboardContext,
  { store, clock }: Pick<DashboardParts, "store" | "clock">,
  forms: readonly BoardForm[],
): Promise<(form: BoardForm) => Child> {
  const now = clock.now();
  const days = await store.reads.formDays({
    account_id: c.var.session.account_id,
    formIds: forms.map(({ id }) => id),
    fromDay: firstDay(now),
  });
  const byForm = Map.groupBy(days, ({ form_id }) => form_id);
  return ({ id, month }) => {
    const values = fillDays(now, byForm.get(id) ?? []).map(({ arrived }) => arrived);
    const label = `${plural(month, "submission")} in ${SHOWN_DAYS} days`;
    return (
      <>
        <span aria-hidden="true">{month.toLocaleString("en")}</span>{" "}
        <Sparkline values={values} label={label} />
      </>
    );
  };
}

const WIDTH = 120;
const HEIGHT = 28;
/** Margin for half of the line's width. */
const EDGE = 2;

type SparklineProps = { readonly values: readonly number[]; readonly label: string };

/** @param props.values Oldest first. @param props.label Text alternative, also shown on hover. */
export function Sparkline({ values, label }: SparklineProps) {
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
