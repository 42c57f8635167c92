/** `/dashboard/forms`: the list of forms, and a new form. */
import { Hono } from "hono";
import type { Form } from "@intray/sdk/schemas";
import { errorOf, dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { draft, TextField } from "../layout/fields.tsx";
import { fieldRuleRoutes } from "./field-rules.tsx";
import { oneFormRoutes } from "./form.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { onceFor, RequestKey } from "../http/request-key.tsx";
import { showPage } from "../layout/page.tsx";
import { type FormSparklines, formSparklines } from "./form-sparklines.tsx";
import { pageLinks, pageQuery } from "../layout/lists.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";
import type { AppError } from "../../domain/errors.ts";

export function formRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const routes = new Hono<DashboardEnv>();
  routes.get("/", (c) => showForms(c, parts));
  routes.post("/", async (c) => {
    const posted = await readPosted(c);
    const name = posted.text("name").trim();
    const body = { form: { name } };
    const made = await c.get("api").POST("/api/v1/forms", { body, ...onceFor(posted) });
    const error = errorOf(made);
    if (error !== undefined) return showForms(c, parts, { name, error });
    const { id } = dataOf(made);
    return redirectWithNotice(c, `/dashboard/forms/${id}`, `The form ${name} was created.`);
  });
  oneFormRoutes(routes, parts);
  fieldRuleRoutes(routes, parts);
  return routes;
}

async function showForms(
  c: DashboardContext,
  parts: DashboardParts,
  typed: { readonly name?: string; readonly error?: AppError } = {},
) {
  const query = pageQuery(c);
  const { forms, meta } = dataOf(await c.get("api").GET("/api/v1/forms", { params: { query } }));
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
                <RequestKey />
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
    <table class="stack">
      <thead>
        <tr>
          <th>Form</th>
          <th>Project</th>
          <th>Last 30 days</th>
          <th class="number">To do</th>
          <th class="number">Inbox</th>
          <th class="number">Spam</th>
        </tr>
      </thead>
      <tbody>
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
      </tbody>
    </table>
  );
}

function Count({
  label,
  n,
  to,
}: {
  readonly label: string;
  readonly n: number;
  readonly to: string;
}) {
  return (
    <td class="number" data-label={label}>
      <a href={to}>{n.toLocaleString("en")}</a>
    </td>
  );
}
