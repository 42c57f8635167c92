/** `/dashboard/webhooks/new`: creates a webhook, with a preview of its payload. */
import type { Hono } from "hono";
import type { AppError } from "../../domain/errors.ts";
import { errorOf, dataOf } from "../http/api-client.ts";
import { assetUrl } from "../http/assets.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { showFragment, showPage } from "../layout/page.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { onceFor } from "../http/request-key.tsx";
import { Card } from "../layout/card.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";
import { submissionOptions } from "../layout/preview.tsx";
import { webhookPath } from "./find-webhook.ts";
import { previewPayload, type PreviewOutcome, PreviewResult } from "./preview.tsx";
import { readTyped, showEmpty, type TypedWebhook, WebhookSettingInputs } from "./settings.tsx";
import { optionsOf } from "../layout/fields.tsx";

const NEW = "/dashboard/webhooks/new";

export function addNewWebhookRoutes(routes: Hono<DashboardEnv>, parts: DashboardParts): void {
  routes.get("/new", (c) => showNew(c, parts, { typed: showEmpty(c.req.query("form_id") ?? "") }));

  routes.post("/new", async (c) => {
    const posted = await readPosted(c);
    const typed = readTyped(posted);
    const { name, ...settings } = typed.settings;
    const { form_id, signing_secret } = typed;
    const made = await c.var.api.POST("/api/v1/form_webhooks", {
      body: { ...settings, form_id, signing_secret, ...(name ? { name } : {}) },
      ...onceFor(posted),
    });
    const error = errorOf(made);
    if (error !== undefined) return showNew(c, parts, { typed, error });
    return redirectWithNotice(
      c,
      webhookPath(dataOf(made)),
      "The webhook was created. Send a test to check its receiver.",
    );
  });

  routes.post("/new/preview", async (c) => {
    const typed = readTyped(await readPosted(c));
    return showNew(c, parts, { typed, previewed: await previewPayload(c, typed.settings, typed) });
  });

  // For the script, which updates the preview while the user types.
  routes.post("/preview", async (c) => {
    const typed = readTyped(await readPosted(c));
    const previewed = await previewPayload(c, typed.settings, typed);
    return showFragment(
      c,
      <PreviewResult previewed={previewed} template={typed.settings.template ?? ""} />,
    );
  });
}

interface ShowNewArgs {
  readonly typed: TypedWebhook;
  readonly previewed?: PreviewOutcome;
  readonly error?: AppError;
}

async function showNew(
  c: DashboardContext,
  parts: DashboardParts,
  { typed, previewed, error }: ShowNewArgs,
) {
  const options = await formOptions(c, parts, typed.form_id);
  const wrong = previewed?.kind === "rejected" ? previewed.error : undefined;
  return showPage(c, {
    title: "New webhook",
    section: "webhooks",
    scripts: [assetUrl("preview.js"), assetUrl("webhook.js"), assetUrl("refresh.js")],
    status: (error ?? wrong) === undefined ? 200 : 422,
    crumbs: [["Webhooks", "/dashboard/webhooks"]],
    content: (
      <>
        {options.forms.length === 0 ? (
          <Card>
            <p class="empty">
              A webhook belongs to a form. <a href="/dashboard/forms#new">Create a form</a> first.
            </p>
          </Card>
        ) : (
          <Card>
            <CheckedForm error={error} marked={wrong}>
              <WebhookSettingInputs
                typed={{ ...typed, form_id: options.form_id }}
                action={NEW}
                button="Create webhook"
                isUnsaved={(error ?? previewed) !== undefined}
                previewed={previewed}
                submissions={await submissionOptions(c, options.form_id)}
                forms={options.forms}
              />
            </CheckedForm>
          </Card>
        )}
      </>
    ),
  });
}

/** Returns the options of the form field, and the id of the selected form. @param selected Id or uuid. */
async function formOptions(c: DashboardContext, { store }: DashboardParts, selected: string) {
  const forms = await store.reads.listFormNames(c.var.scope);
  const listed = forms.find(({ id, uuid }) => String(id) === selected || uuid === selected);
  const form =
    listed ??
    (selected === ""
      ? undefined
      : (
          await c.var.api.GET("/api/v1/forms/{form_id}", {
            params: { path: { form_id: selected } },
          })
        ).data);
  const all = form === undefined || listed !== undefined ? forms : [...forms, form];
  return {
    forms: optionsOf(all),
    form_id: String((form ?? all[0])?.id ?? ""),
  };
}
