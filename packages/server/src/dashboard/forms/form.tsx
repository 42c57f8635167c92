/** `/dashboard/forms/<id>`: a form's HTML snippet, webhooks, settings and deletion. */
import type { Hono } from "hono";
import type { Form } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import { byForm, dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import { plural } from "../format/quantities.ts";
import { Card, PageHead } from "../layout/card.tsx";
import { DeletionCard, deletionError } from "../layout/confirmation.tsx";
import { assetUrl } from "../http/assets.ts";
import { policyWithMails } from "../http/content-policy.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { readFormLabel } from "../layout/form-label.ts";
import { submissionOptions } from "../layout/preview.tsx";
import { findNamedForm, saveForm } from "./find-form.ts";
import { formChange, storedSettings } from "./form-change.ts";
import { FormSettingInputs } from "./settings.tsx";
import { readMailLog } from "./mail-log.tsx";
import { addMailRoutes } from "./mail-routes.tsx";
import { MailSection, type ShownMail } from "./mail-settings.tsx";
import type { Conflict } from "../http/own-changes.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { showPage } from "../layout/page.tsx";
import { FrameworkSnippets, Snippet } from "./snippet.tsx";
import { FieldsCard } from "./field-rules.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";
import { RejectedPostsCard } from "./rejected-posts.tsx";
import { OpeningCard, addOpeningRoutes } from "./opening-card.tsx";

export function addOneFormRoutes(routes: Hono<DashboardEnv>, parts: DashboardParts): void {
  routes.get("/:form_id", async (c) => showForm(c, parts, { form: await findNamedForm(c) }));

  routes.post("/:form_id", async (c) => {
    const posted = await readPosted(c);
    const settings = { typed: formChange(posted), stored: storedSettings };
    const { form, changes: change, conflicts, error } = await saveForm(c, posted, settings);
    if (conflicts.length === 0 && error === undefined) {
      return redirectWithNotice(c, `/dashboard/forms/${form.id}`, "The settings were saved.");
    }
    const spam_checks = { ...form.spam_checks, ...change.spam_checks };
    const typed = {
      ...form,
      ...change,
      project_id: change.project_id ?? form.project_id,
      retention_days:
        change.retention_days === undefined ? form.retention_days : (change.retention_days ?? 0),
      spam_checks,
      captcha: change.captcha === undefined ? form.captcha : change.captcha,
    };
    return showForm(c, parts, { form: typed, settings: { stored: form, conflicts }, error });
  });

  addOpeningRoutes(routes);

  addMailRoutes(routes, (c, shown) => showForm(c, parts, shown));

  routes.post("/:form_id/delete", async (c) => {
    const form = await findNamedForm(c);
    const label = await readFormLabel(c, parts, form.id, form.name);
    const deletion = deletionError(await readPosted(c), "form", label);
    if (deletion !== undefined) return showForm(c, parts, { form, deletion });
    dataOf(await c.var.api.DELETE("/api/v1/forms/{form_id}", byForm(form.id)));
    return redirectWithNotice(
      c,
      "/dashboard/forms",
      `The form ${label} was deleted with its submissions, files and webhooks.`,
    );
  });
}

interface Shown {
  readonly form: Form;
  /** The form as stored, if `form` has typed settings; and which of them somebody else has changed. */
  readonly settings?: { readonly stored: Form; readonly conflicts: readonly Conflict[] };
  /** Why the settings were rejected. */
  readonly error?: AppError | undefined;
  /** What came of typed e-mail settings. */
  readonly mail?: ShownMail;
  /** Why the deletion was rejected. */
  readonly deletion?: AppError;
}

/** Id and name of the sections of the page. */
const SECTIONS = [
  ["snippet", "HTML snippet"],
  ["fields", "Fields"],
  ["webhooks", "Webhooks"],
  ["settings", "Settings"],
  ["thank-you", "Thank-you page"],
  ["access", "Access"],
  ["spam", "Spam checks"],
  ["retention", "Retention"],
  ["leads", "Lead scoring"],
  ["opening", "Opening a submission"],
  ["email", "E-mail"],
  ["delete", "Delete"],
] as const;

async function showForm(
  c: DashboardContext,
  { store, clock, publicUrl, fieldDrift }: DashboardParts,
  { form, settings, error, mail = {}, deletion }: Shown,
) {
  const { api } = c.var;
  const [{ projects }, recipients, rejected, deliveries, submissions, unanswered, label] =
    await Promise.all([
      api.GET("/api/v1/projects").then(dataOf),
      api.GET("/api/v1/forms/{form_id}/recipients", byForm(form.id)).then(dataOf),
      api.GET("/api/v1/forms/{form_id}/rejected_posts", byForm(form.id)).then(dataOf),
      readMailLog(c, form),
      submissionOptions(c, String(form.id)),
      store.reads.unansweredCaptchas({
        account_id: c.var.session.account_id,
        form_id: form.id,
        since: clock.now() - UNANSWERED_FOR_MS,
      }),
      readFormLabel(c, { store }, form.id, form.name),
    ]);
  // A rejected name is in its input alone: it may be long.
  const { stored = form } = settings ?? {};
  const all = form.inbox_count + form.spam_count + form.trash_count;
  c.header("Content-Security-Policy", policyWithMails(form));
  return showPage(c, {
    title: stored.name,
    section: "forms",
    scripts: [assetUrl("preview.js"), assetUrl("refresh.js")],
    status:
      (settings?.conflicts ?? mail.conflicts ?? []).length > 0
        ? 409
        : (error ?? mailProblem(mail) ?? deletion) === undefined
          ? 200
          : 422,
    content: (
      <>
        <PageHead
          crumbs={[["Forms", "/dashboard/forms"]]}
          title={stored.name}
          {...(stored.archived && { note: "Archived: it takes no posts." })}
        >
          <a class="button" href={`/dashboard/inbox?form_id=${form.id}`}>
            {`Inbox (${form.unread_count} to do)`}
          </a>
        </PageHead>
        {unanswered.length === 0 ? null : <CaptchaWarning />}
        <div class="sectioned">
          <SectionLinks />
          <div class="stacked">
            <RejectedPostsCard counts={rejected} />
            <div class="side-by-side">
              <Snippet form={form} origin={publicUrl()} />
              <FrameworkSnippets form={form} origin={publicUrl()} />
              <FieldsCard form={form} drift={fieldDrift.of(form.id)} />
              <Webhooks form={form} />
            </div>
            <Card id="settings" title="Settings">
              <CheckedForm error={error}>
                <FormSettingInputs
                  form={form}
                  original={storedSettings(settings?.stored ?? form)}
                  conflicts={settings?.conflicts ?? []}
                  isUnsaved={settings !== undefined}
                  projects={projects}
                />
              </CheckedForm>
            </Card>
            <OpeningCard form={form} />
            <MailSection
              form={form}
              recipients={recipients}
              shown={mail}
              deliveries={deliveries}
              submissions={submissions}
            />
            <DeletionCard
              what="form"
              name={label}
              action={`/dashboard/forms/${form.id}/delete`}
              error={deletion}
            >
              {`This also deletes ${plural(all, "submission")}, their files and the form's webhooks. It cannot be undone.`}
            </DeletionCard>
          </div>
        </div>
      </>
    ),
  });
}

function mailProblem({ error, preview }: ShownMail): AppError | undefined {
  if (error !== undefined) return error;
  if (preview?.previewed?.kind === "rejected") return preview.previewed.error;
  return preview?.test instanceof AppError ? preview.test : undefined;
}

function Webhooks({ form: { id, form_webhooks } }: { readonly form: Form }) {
  return (
    <Card
      id="webhooks"
      title="Webhooks"
      actions={
        <a class="button" href={`/dashboard/webhooks/new?form_id=${id}`}>
          New webhook
        </a>
      }
    >
      {form_webhooks.length === 0 ? (
        <p class="soft">No webhooks.</p>
      ) : (
        <ul>
          {form_webhooks.map((webhook) => (
            <li>
              <a href={`/dashboard/webhooks/${webhook.id}`}>{webhook.name}</a>{" "}
              <span class="soft">{webhook.enabled ? webhook.url : "disabled"}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Posts of this time count. */
export const UNANSWERED_FOR_MS = 7 * 24 * 60 * 60 * 1_000;

function CaptchaWarning() {
  return (
    <p class="notice" role="note">
      Posts come without an answer to the form's captcha, and are stored as spam: the captcha is not
      on the page. Visitors whose browser opens the form's address are shown the captcha; scripts
      get an error. Add the captcha of the HTML snippet to the page.
    </p>
  );
}

const SectionLinks = () => (
  <nav class="sections" aria-label="On this page">
    <ul>
      {SECTIONS.map(([id, name]) => (
        <li>
          <a href={`#${id}`}>{name}</a>
        </li>
      ))}
    </ul>
  </nav>
);
