/** `/dashboard/forms/<id>/email`: the tab with a form's e-mail: recipients, settings, preview, test and log. */
import type { Hono } from "hono";
import { AppError } from "../../domain/errors.ts";
import { PREVIEW_SETTINGS } from "../../domain/mail/preview.ts";
import { MAIL_TEMPLATES } from "../../domain/mail/settings.ts";
import { byForm, dataOf, errorOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { readOriginal } from "../http/own-changes.ts";
import { MergeTags } from "../layout/merge-tags.tsx";
import { submissionOptions } from "../layout/preview.tsx";
import { findNamedForm } from "./find-form.ts";
import { tabUrl } from "./groups.ts";
import { MailLog } from "./mail-log.tsx";
import {
  MailPreviewPane,
  previewMail,
  readPreviewSelection,
  sendTestMail,
  type ShownPreview,
} from "./mail-preview.tsx";
import { RecipientTables } from "./recipients.tsx";
import { readTab, type Shown, storedTab, type TabContent, withChanges } from "./tab-settings.tsx";

/** Names of the inputs that change the preview. */
const PREVIEWED_FIELDS = [
  ...new Set(Object.values(PREVIEW_SETTINGS).flat()),
  "preview_mail",
  "preview_of",
].join(" ");

const NO_PREVIEW: ShownPreview = { kind: "notification", preview_of: "" };

export async function fillMailTab(
  c: DashboardContext,
  _: DashboardParts,
  { form, preview = NO_PREVIEW }: Shown,
): Promise<TabContent> {
  const [recipients, submissions] = await Promise.all([
    c.var.api.GET("/api/v1/forms/{form_id}/recipients", byForm(form.id)).then(dataOf),
    submissionOptions(c, String(form.id)),
  ]);
  const { previewed, test } = preview;
  const action = tabUrl(form.id, "email");
  return {
    marked:
      previewed?.kind === "rejected"
        ? previewed.error
        : test instanceof AppError
          ? test
          : undefined,
    inCard: <RecipientTables form={form} {...recipients} />,
    attributes: {
      "data-preview": `${action}/preview`,
      "data-preview-on": PREVIEWED_FIELDS,
      "data-templates": MAIL_TEMPLATES.join(" "),
    },
    pane: (
      <>
        <MergeTags
          isJson={false}
          hint="For subjects, the text of the answer and HTML templates. In HTML, {{x}} is escaped."
        />
        <MailPreviewPane form={form} action={action} submissions={submissions} {...preview} />
      </>
    ),
    after: <MailLog c={c} form={form} />,
  };
}

/** Answers with the tab. */
type ShowTab = (c: DashboardContext, shown: Shown) => Promise<Response>;

export function addMailRoutes(routes: Hono<DashboardEnv>, show: ShowTab): void {
  /** What was typed, and its preview. */
  const previewed = async (c: DashboardContext) => {
    const stored = await findNamedForm(c);
    const posted = await readPosted(c);
    const change = readTab(posted, "email");
    const selection = readPreviewSelection(posted);
    const request = { form: stored, change, ...selection };
    const preview = { ...selection, previewed: await previewMail(c, request) };
    const original = readOriginal(posted) ?? storedTab(stored, "email");
    return { request, shown: { form: withChanges(stored, change), stored, original, preview } };
  };

  routes.post("/:form_id/email/preview", async (c) => show(c, (await previewed(c)).shown));

  routes.post("/:form_id/email/test", async (c) => {
    const { shown, request } = await previewed(c);
    const { preview } = shown;
    // The preview shows what is wrong.
    if (preview.previewed.kind === "rejected") return show(c, shown);
    const test = await sendTestMail(c, request);
    if (test instanceof AppError) {
      for (const [name, value] of Object.entries(test.headers)) c.header(name, value);
    }
    return show(c, { ...shown, preview: { ...preview, test } });
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
      if (error !== undefined) return show(c, { form, error });
      const back = posted.has("of_all") ? "/dashboard/email" : tabUrl(form.id, "email");
      return redirectWithNotice(c, back, `${address} ${done}.`);
    });
  };
  changeRecipient("confirm", "is asked again to confirm");
  changeRecipient("release", "gets e-mails again");
}
