/** `/dashboard/webhooks/new`: the settings of a webhook that is to be made, and previews by script. */
import type { Hono } from "hono";
import { html } from "hono/html";
import type { AppError } from "../../domain/errors.ts";
import { errorOf, dataOf } from "../http/api-client.ts";
import { assetUrl } from "../http/assets.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { showPage } from "../layout/page.tsx";
import { ErrorMessage } from "../layout/error-page.tsx";
import { webhookPath } from "./find-webhook.ts";
import { preview, previewOptions, type PreviewOutcome, PreviewResult } from "./preview.tsx";
import {
  emptyInput,
  type WebhookInput,
  readInput,
  webhookChange,
  WebhookSettings,
} from "./settings.tsx";

const NEW = "/dashboard/webhooks/new";
/** Forms to choose from; a form's own page leads here for any. */
const MAX_FORMS = 100;

export function newWebhookRoutes(routes: Hono<DashboardEnv>): void {
  routes.get("/new", (c) => showNew(c, { typed: emptyInput(c.req.query("form_id") ?? "") }));

  routes.post("/new", async (c) => {
    const typed = readInput(await readPosted(c));
    const { form_id, enabled } = typed;
    const { name, ...change } = webhookChange(typed);
    const made = await c.get("api").POST("/api/v1/form_webhooks", {
      body: { ...change, form_id, enabled, ...(name === "" ? {} : { name }) },
    });
    const error = errorOf(made);
    if (error !== undefined) return showNew(c, { typed, error });
    return redirectWithNotice(
      c,
      webhookPath(dataOf(made)),
      "The webhook takes submissions from now on. Send a test to see whether its receiver answers.",
    );
  });

  routes.post("/new/preview", async (c) => {
    const typed = readInput(await readPosted(c));
    return showNew(c, { typed, previewed: await preview(c, webhookChange(typed), typed) });
  });

  // For the script alone, which puts it in its place as one types.
  routes.post("/preview", async (c) => {
    const typed = readInput(await readPosted(c));
    const previewed = await preview(c, webhookChange(typed), typed);
    const fragment =
      await html`${(<PreviewResult previewed={previewed} template={typed.template} />)}`;
    return c.html(fragment.toString());
  });
}

async function showNew(
  c: DashboardContext,
  {
    typed,
    previewed,
    error,
  }: {
    readonly typed: WebhookInput;
    readonly previewed?: PreviewOutcome;
    readonly error?: AppError;
  },
) {
  const choice = await formOptions(c, typed.form_id);
  const wrong = previewed?.kind === "refused" ? previewed.error : undefined;
  return showPage(c, {
    title: "New webhook",
    section: "webhooks",
    scripts: [assetUrl("webhook.js")],
    status: (error ?? wrong) === undefined ? 200 : 422,
    content: (
      <>
        <div>
          <p class="crumbs">
            <a href="/dashboard/webhooks">Webhooks</a>
          </p>
          <h1>New webhook</h1>
        </div>
        {choice.forms.length === 0 ? (
          <section class="card">
            <p class="empty">
              A webhook belongs to a form, and there is none yet.{" "}
              <a href="/dashboard/forms#new">Create one</a>
            </p>
          </section>
        ) : (
          <section class="card">
            <ErrorMessage error={error} />
            <WebhookSettings
              typed={{ ...typed, form_id: choice.form_id }}
              action={NEW}
              button="Create the webhook"
              error={error ?? wrong}
              previewed={previewed}
              choices={await previewOptions(c, choice.form_id)}
              forms={choice.forms}
            />
          </section>
        )}
      </>
    ),
  });
}

/** The forms to choose from, and the one that is chosen, whether by its id or its uuid. */
async function formOptions(c: DashboardContext, wanted: string) {
  const { forms } = dataOf(
    await c.get("api").GET("/api/v1/forms", { params: { query: { per_page: MAX_FORMS } } }),
  );
  const known = forms.find(({ id, uuid }) => String(id) === wanted || uuid === wanted);
  const named =
    known ??
    (wanted === ""
      ? undefined
      : (
          await c
            .get("api")
            .GET("/api/v1/forms/{form_id}", { params: { path: { form_id: wanted } } })
        ).data);
  const all = named === undefined || known !== undefined ? forms : [...forms, named];
  return {
    forms: all.map(({ id, name }) => [String(id), name] as const),
    form_id: String((named ?? all[0])?.id ?? ""),
  };
}
