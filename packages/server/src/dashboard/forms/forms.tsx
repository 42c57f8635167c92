/** `/dashboard/forms`: the list of forms, and a new form. */
import { Hono } from "hono";
import type { Form } from "@intray/sdk/schemas";
import type { Child } from "hono/jsx";
import { errorOf, dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { draft, TextField } from "../layout/fields.tsx";
import { addFieldRuleRoutes } from "./field-rules.tsx";
import { addOneFormRoutes } from "./form.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { onceFor, RequestKeyInput } from "../http/request-key.tsx";
import { showPage } from "../layout/page.tsx";
import { pageLinks, pageQuery, Table } from "../layout/lists.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";
import type { AppError } from "../../domain/errors.ts";
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
  const query = pageQuery(c);
  const { forms, meta } = dataOf(await c.var.api.GET("/api/v1/forms", { params: { query } }));
  const sparklines = await formSparklines(c, parts, forms);
  return showPage(c, {
    title: "Forms",
    section: "forms",
    status: typed.error === undefined ? 200 : 422,
    content: (
      <>
        <h1>Forms</h1>
        <div class="list-and-new">
          <div class="stacked">
            <section class="card">
              {forms.length === 0 ? (
                <p class="empty">No forms yet. Create the first one below.</p>
              ) : (
                <FormTable forms={forms} sparklines={sparklines} />
              )}
            </section>
            {pageLinks(c, meta)}
          </div>
          <section class="card" id="new">
            <h2>New form</h2>
            <CheckedForm error={typed.error}>
              <form
                class="fields"
                method="post"
                action="/dashboard/forms"
                {...draft(typed.error !== undefined)}
              >
                <RequestKeyInput />
                <TextField
                  name="name"
                  label="Name"
                  value={typed.name ?? ""}
                  required
                  hint="For example Contact, Newsletter or Job applications."
                  error={typed.error}
                />
                <div>
                  <button class="main">Create form</button>
                </div>
              </form>
            </CheckedForm>
          </section>
        </div>
      </>
    ),
  });
}

function FormTable({
  forms,
  sparklines,
}: {
  readonly forms: readonly Form[];
  readonly sparklines: FormSparklines;
}) {
  return (
    <Table
      class="stack"
      columns={["Form", "Project", "Last 30 days"]}
      numbers={["To do", "Inbox", "Spam"]}
    >
      {forms.map((form) => (
        <tr>
          <td>
            <a href={`/dashboard/forms/${form.id}`}>{form.name}</a>
          </td>
          <td class="soft">{form.project_name}</td>
          <td>{sparklines(form)}</td>
          <Count
            label="To do"
            n={form.unread_count}
            to={`/dashboard/inbox?form_id=${form.id}&tab=unread`}
          />
          <Count label="Inbox" n={form.inbox_count} to={`/dashboard/inbox?form_id=${form.id}`} />
          <Count
            label="Spam"
            n={form.spam_count}
            to={`/dashboard/inbox?form_id=${form.id}&tab=spam`}
          />
        </tr>
      ))}
    </Table>
  );
}

interface CountProps {
  readonly label: string;
  readonly n: number;
  readonly to: string;
}

function Count({ label, n, to }: CountProps) {
  return (
    <td class="number" data-label={label}>
      <a href={to}>{n.toLocaleString("en")}</a>
    </td>
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
