/** `/dashboard/forms/<id>`: a form in tabs, each with an address of its own, and its deletion. */
import type { Hono } from "hono";
import type { Form } from "@intray/sdk/schemas";
import { byForm, dataOf, errorOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import { plural } from "../format/quantities.ts";
import { Card } from "../layout/card.tsx";
import { askFirst, DeletionCard, deletionError } from "../layout/confirmation.tsx";
import { assetUrl } from "../http/assets.ts";
import { policyWithMails } from "../http/content-policy.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { readFormLabel } from "../layout/form-label.ts";
import { Tabs } from "../layout/tabs.tsx";
import { findNamedForm, saveForm } from "./find-form.ts";
import { groupsOf, type Tab, TAB_NAMES, TABS, tabUrl } from "./groups.ts";
import { addMailRoutes, fillMailTab } from "./mail-routes.tsx";
import { redirectWithNotice } from "../http/notice.ts";
import { findOwnChanges, readOriginal } from "../http/own-changes.ts";
import { onceFor } from "../http/request-key.tsx";
import { Checkbox, TextField, LinkButton } from "../layout/fields.tsx";
import { ProjectInput } from "./custom-settings.tsx";
import { showPage } from "../layout/page.tsx";
import { FrameworkSnippets, Snippet } from "./snippet.tsx";
import { addFieldRoutes, fillFieldsTab, proposeFields } from "./field-rules.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";
import { PageLookCard } from "./page-look.tsx";
import { fillAnswersTab } from "./field-charts.tsx";
import { addGridRoutes, fillGridTab } from "./grid.tsx";
import { addImportRoutes } from "./import.tsx";
import { RejectedPostsCard } from "./rejected-posts.tsx";
import type { FillTab, Shown, TabContent } from "./tab-settings.tsx";
import { readTab, REHEARSED_TABS, storedTab, TabSettings, withChanges } from "./tab-settings.tsx";

export function addOneFormRoutes(routes: Hono<DashboardEnv>, parts: DashboardParts): void {
  const show = (c: DashboardContext, tab: Tab, shown: Shown) => showTab(c, parts, tab, shown);

  routes.get("/:form_id", async (c) => show(c, "install", { form: await findNamedForm(c) }));
  for (const tab of TAB_NAMES) {
    if (tab === "install") continue;
    routes.get(`/:form_id/${tab}`, async (c) => {
      const form = await findNamedForm(c);
      const isProposal = tab === "fields" && c.req.query("propose") !== undefined;
      return show(c, tab, isProposal ? await proposeFields(c, form) : { form });
    });
    if (groupsOf(tab).length === 0) continue;
    routes.post(`/:form_id/${tab}`, async (c) => {
      const posted = await readPosted(c);
      const { form, changes, conflicts, error } = await saveForm(c, posted, {
        typed: readTab(posted, tab),
        stored: (now) => storedTab(now, tab),
      });
      if (conflicts.length === 0 && error === undefined) {
        return redirectWithNotice(c, tabUrl(form.id, tab), "The settings were saved.");
      }
      // With what somebody else has changed meanwhile.
      const original = storedTab(form, tab);
      return show(c, tab, {
        form: withChanges(form, changes),
        stored: form,
        original,
        conflicts,
        error,
      });
    });
  }

  for (const tab of REHEARSED_TABS) {
    routes.post(`/:form_id/${tab}/rehearsal`, async (c) => {
      const stored = await findNamedForm(c);
      const posted = await readPosted(c);
      const now = storedTab(stored, tab);
      const { changes } = findOwnChanges(posted, { typed: readTab(posted, tab), stored: now });
      const answer = await c.var.api.POST("/api/v1/forms/{form_id}/rehearsals", {
        ...byForm(stored.id),
        body: { form: changes },
      });
      return show(c, tab, {
        form: withChanges(stored, changes),
        stored,
        original: readOriginal(posted) ?? now,
        error: errorOf(answer),
        rehearsal: answer.data,
      });
    });
  }

  addGridRoutes(routes);
  addImportRoutes(routes);
  addFieldRoutes(routes, (c, shown) => show(c, "fields", shown));
  addMailRoutes(routes, (c, shown) => show(c, "email", shown));

  routes.post("/:form_id/opening/forget", async (c) => {
    const { id } = await findNamedForm(c);
    dataOf(await c.var.api.DELETE("/api/v1/forms/{form_id}/queue_consumer", byForm(id)));
    const notice = "The program is forgotten. If it reads the queue again, it is shown here again.";
    return redirectWithNotice(c, `${tabUrl(id, "advanced")}#opening-settings`, notice);
  });

  routes.get("/:form_id/copy", async (c) => {
    const form = await findNamedForm(c);
    const { id } = form;
    const name = await readFormLabel(c, parts, id, form.name);
    const { projects } = dataOf(await c.var.api.GET("/api/v1/projects"));
    return askFirst(c, {
      section: "forms",
      title: `Copy ${name}`,
      text: "The copy has all settings of the form, an address of its own and no submissions. Copied webhooks get new signing secrets.",
      action: `/dashboard/forms/${id}/copy`,
      inputs: (
        <>
          <TextField name="name" label="Name of the copy" value={`${form.name} (copy)`} required />
          <ProjectInput projects={projects} form={form} />
          <Checkbox name="webhooks" label="Copy its webhooks" />
        </>
      ),
      answers: [["yes", "Copy form"]],
      back: `/dashboard/forms/${id}`,
    });
  });

  routes.post("/:form_id/copy", async (c) => {
    const { id } = await findNamedForm(c);
    const posted = await readPosted(c);
    const own = {
      name: posted.text("name").trim(),
      project_id: Number(posted.text("project_id")),
      webhooks: posted.has("webhooks"),
    };
    const copy = dataOf(
      await c.var.api.POST("/api/v1/forms/{form_id}/copy", {
        ...byForm(id),
        ...onceFor(posted),
        body: own,
      }),
    );
    return redirectWithNotice(c, tabUrl(copy.id, "install"), `The form ${copy.name} was created.`);
  });

  routes.post("/:form_id/delete", async (c) => {
    const form = await findNamedForm(c);
    const label = await readFormLabel(c, parts, form.id, form.name);
    const deletion = deletionError(await readPosted(c), "form", label);
    if (deletion !== undefined) return show(c, "advanced", { form, deletion });
    dataOf(await c.var.api.DELETE("/api/v1/forms/{form_id}", byForm(form.id)));
    return redirectWithNotice(
      c,
      "/dashboard/forms",
      `The form ${label} was deleted with its submissions, files and webhooks.`,
    );
  });
}

const FILL: Partial<Record<Tab, FillTab>> = {
  install: fillInstallTab,
  grid: fillGridTab,
  answers: fillAnswersTab,
  fields: fillFieldsTab,
  rules: async (c, { store }) => ({ people: await store.reads.listPeople(c.var.scope) }),
  email: fillMailTab,
  webhooks: (_, __, { form }) => ({ after: <Webhooks form={form} /> }),
  advanced: fillAdvancedTab,
};

async function showTab(c: DashboardContext, parts: DashboardParts, tab: Tab, shown: Shown) {
  const { form, stored = form, conflicts = [], error, deletion } = shown;
  const content: TabContent = (await FILL[tab]?.(c, parts, shown)) ?? {};
  const { marked, before, inCard, after, ...inForm } = content;
  const isWrong = (error ?? marked ?? deletion) !== undefined;
  // Previews are frames, which inherit the policy of the page.
  if (inForm.pane !== undefined) c.header("Content-Security-Policy", policyWithMails(form));
  return showPage(c, {
    title: `${TABS[tab][0]} of ${stored.name}`,
    section: "forms",
    scripts: [assetUrl("preview.js"), assetUrl("fields.js"), assetUrl("refresh.js")],
    status: conflicts.length > 0 ? 409 : isWrong ? 422 : 200,
    // A rejected name is in its input alone: it may be long.
    heading: await readFormLabel(c, parts, form.id, stored.name),
    crumbs: [["Forms", "/dashboard/forms"]],
    ...(stored.archived && { note: "Archived: it takes no posts." }),
    beside: (
      <>
        <LinkButton
          to={`/dashboard/inbox?form_id=${form.id}`}
          label={`Inbox (${await c.var.countToDo(form.id)} to do)`}
        />
        <LinkButton to={`/dashboard/forms/${form.id}/copy`} label="Copy form" />
      </>
    ),
    content: (
      <>
        <Tabs
          label="Tabs of the form"
          of={TAB_NAMES.map((name) => {
            const [label, ...anchors] = TABS[name];
            const to = tabUrl(form.id, name);
            const isCurrent = name === tab;
            return { label, to, isCurrent, ...(tab === "install" ? { anchors } : {}) };
          })}
        />
        <div class="stacked full-width">
          {before}
          {groupsOf(tab).length === 0 ? null : (
            <Card id="settings">
              {inCard}
              <CheckedForm error={error} marked={marked}>
                <TabSettings tab={tab} {...inForm} {...shown} />
              </CheckedForm>
            </Card>
          )}
          {after}
        </div>
      </>
    ),
  });
}

async function fillInstallTab(
  c: DashboardContext,
  { store, clock, publicUrl }: DashboardParts,
  { form }: Shown,
) {
  const [rejected, look, unanswered] = await Promise.all([
    c.var.api.GET("/api/v1/forms/{form_id}/rejected_posts", byForm(form.id)).then(dataOf),
    store.reads.findPageLook({ form_id: form.id }),
    store.reads.unansweredCaptchas({
      account_id: c.var.session.account_id,
      form_id: form.id,
      since: clock.now() - UNANSWERED_FOR_MS,
    }),
  ]);
  return {
    before: unanswered.length === 0 ? null : <CaptchaWarning />,
    after: (
      <>
        <RejectedPostsCard form={form} counts={rejected} />
        {form.watched_page === null ? null : (
          <PageLookCard url={form.watched_page} honeypot={form.honeypot_field} look={look} />
        )}
        <div class="side-by-side">
          <Snippet form={form} origin={publicUrl()} />
          <FrameworkSnippets form={form} origin={publicUrl()} />
        </div>
      </>
    ),
  };
}

async function fillAdvancedTab(
  c: DashboardContext,
  parts: DashboardParts,
  { form, stored = form, deletion }: Shown,
) {
  const [{ projects }, label] = await Promise.all([
    c.var.api.GET("/api/v1/projects").then(dataOf),
    readFormLabel(c, parts, form.id, stored.name),
  ]);
  const all = form.inbox_count + form.spam_count + form.trash_count;
  return {
    projects,
    after: (
      <>
        <Card title="Of this form">
          <div class="row">
            {Object.entries({
              Deliveries: "deliveries",
              "Import submissions": `forms/${form.id}/import`,
              "New API key": "keys",
              "New reply template": "reply_templates",
            }).map(([name, page]) => (
              <LinkButton to={`/dashboard/${page}?form_id=${form.id}`} label={name} />
            ))}
          </div>
        </Card>
        <DeletionCard
          what="form"
          name={label}
          action={`/dashboard/forms/${form.id}/delete`}
          error={deletion}
        >
          {`This also deletes ${plural(all, "submission")}, their files and the form's webhooks. It cannot be undone.`}
        </DeletionCard>
      </>
    ),
  };
}

const Webhooks = ({ form: { id, form_webhooks } }: { readonly form: Form }) => (
  <Card
    id="webhooks"
    title="Webhooks"
    actions={<LinkButton to={`/dashboard/webhooks/new?form_id=${id}`} label="New webhook" />}
  >
    {form_webhooks.length === 0 ? (
      <p class="soft">No webhooks.</p>
    ) : (
      <ul>
        {form_webhooks.map((webhook) => (
          <li>
            <a href={`/dashboard/webhooks/${webhook.id}`}>{webhook.name}</a>{" "}
            <span class="soft">{webhook.enabled ? webhook.url : `${webhook.url}, disabled`}</span>
          </li>
        ))}
      </ul>
    )}
  </Card>
);

/** Posts of this time count. */
export const UNANSWERED_FOR_MS = 7 * 24 * 60 * 60 * 1_000;

const CaptchaWarning = () => (
  <p class="notice" role="note">
    Posts come without an answer to the form's captcha, and are stored as spam: the captcha is not
    on the page. Visitors whose browser opens the form's address are shown the captcha; scripts get
    an error. Add the captcha of the HTML snippet to the page.
  </p>
);
