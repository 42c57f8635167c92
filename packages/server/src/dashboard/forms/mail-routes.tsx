/** `/dashboard/forms/<id>/email`: saves, previews and tests a form's e-mail settings; and its recipients. */
import type { Hono } from "hono";
import type { Form } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { byForm, errorOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { showFragment } from "../layout/page.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { readOriginal } from "../http/own-changes.ts";
import { findNamedForm, saveForm } from "./find-form.ts";
import { readMailChange, storedMail } from "./mail-fields.tsx";
import { MailLogList, readMailLog } from "./mail-log.tsx";
import {
  MailPreviewResult,
  previewMail,
  readPreviewSelection,
  sendTestMail,
} from "./mail-preview.tsx";
import type { ShownMail } from "./mail-settings.tsx";

/** Answers with the page of a form. */
type ShowForm = (
  c: DashboardContext,
  shown: { readonly form: Form; readonly mail?: ShownMail },
) => Promise<Response>;

export function addMailRoutes(routes: Hono<DashboardEnv>, showForm: ShowForm): void {
  routes.post("/:form_id/email", async (c) => {
    const posted = await readPosted(c);
    const settings = { typed: readMailChange(posted), stored: storedMail };
    const { form, changes, conflicts, error } = await saveForm(c, posted, settings);
    if (conflicts.length === 0 && error === undefined) {
      const done = "The e-mail settings were saved.";
      return redirectWithNotice(c, `/dashboard/forms/${form.id}#email`, done);
    }
    // With what somebody else has changed meanwhile.
    const merged = { ...form, ...changes };
    const preview = readPreviewSelection(posted);
    const original = storedMail(form);
    return showForm(c, { form: merged, mail: { error, original, conflicts, preview } });
  });

  /** What was typed, and its preview. */
  const previewed = async (c: DashboardContext) => {
    const stored = await findNamedForm(c);
    const posted = await readPosted(c);
    const change = readMailChange(posted);
    const selection = readPreviewSelection(posted);
    const request = { form: stored, change, ...selection };
    const form = { ...stored, ...change };
    const preview = { ...selection, previewed: await previewMail(c, request) };
    return { form, request, preview, original: readOriginal(posted) ?? storedMail(stored) };
  };

  routes.post("/:form_id/email/preview", async (c) => {
    const { form, preview, original } = await previewed(c);
    return showForm(c, { form, mail: { preview, original } });
  });

  // For the script, which updates the preview while the user types.
  routes.post("/:form_id/email/preview/fragment", async (c) => {
    const { form, preview } = await previewed(c);
    return showFragment(c, <MailPreviewResult previewed={preview.previewed} form={form} />);
  });

  routes.post("/:form_id/email/test", async (c) => {
    const { form, preview, original, request } = await previewed(c);
    // The preview shows what is wrong.
    if (preview.previewed.kind === "rejected") {
      return showForm(c, { form, mail: { preview, original } });
    }
    const test = await sendTestMail(c, request);
    if (test instanceof AppError) {
      for (const [name, value] of Object.entries(test.headers)) c.header(name, value);
    }
    return showForm(c, { form, mail: { preview: { ...preview, test }, original } });
  });

  routes.get("/:form_id/email/log", async (c) => {
    const form = await findNamedForm(c);
    const deliveries = await readMailLog(c, form);
    return showFragment(c, <MailLogList form={form} deliveries={deliveries} />);
  });

  const changeRecipient = (path: "confirm" | "release", done: string) => {
    routes.post(`/:form_id/recipients/${path}`, async (c) => {
      const form = await findNamedForm(c);
      const posted = await readPosted(c);
      const address = posted.text("address");
      const error = errorOf(
        await c.var.api.POST(`/api/v1/forms/{form_id}/recipients/${path}`, {
          ...byForm(form.id),
          body: { address },
        }),
      );
      if (error !== undefined) return showForm(c, { form, mail: { error } });
      const back = posted.has("of_all") ? "/dashboard/email" : `/dashboard/forms/${form.id}#email`;
      return redirectWithNotice(c, back, `${address} ${done}.`);
    });
  };
  changeRecipient("confirm", "is asked again to confirm");
  changeRecipient("release", "gets e-mails again");
}
