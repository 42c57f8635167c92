/** `/dashboard/forms/<id>/fields`: the tab with a form's field rules, and a proposal from what it has received. */
import type { Hono } from "hono";
import type { Form } from "@intray/sdk/schemas";
import { lookOf } from "../../domain/brand.ts";
import { proposeRules } from "../../domain/fields/propose-rules.ts";
import { plural } from "../format/quantities.ts";
import { dataOf, byQuery } from "../http/api-client.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { readPosted } from "../http/body.ts";
import { readOriginal } from "../http/own-changes.ts";
import { isLanguage } from "../../platform/language.ts";
import { PreviewPane } from "../layout/preview.tsx";
import { findNamedForm } from "./find-form.ts";
import { arrangeRules } from "./rule-editor.tsx";
import { embedHtml, formViewUrl } from "../../domain/fields/form-view.ts";
import { CopyCard } from "../layout/copy-card.tsx";
import type { StrangeField } from "../../domain/fields/field-drift.ts";
import { Text } from "../layout/user-text.tsx";
import { tabUrl } from "./groups.ts";
import { readTab, type Shown, storedTab, type TabContent, withChanges } from "./tab-settings.tsx";
import { LinkButton } from "../layout/fields.tsx";

/** Submissions that a proposal is made from. */
const PROPOSED_FROM = 100;

/** What the tab shows with rules proposed from the last submissions, which are not stored. */
export async function proposeFields(c: DashboardContext, form: Form): Promise<Shown> {
  const newest = { form_id: String(form.id), filter_by: "all", per_page: PROPOSED_FROM } as const;
  const { submissions } = dataOf(await c.var.api.GET("/api/v1/submissions", byQuery(newest)));
  const posts = submissions.map(({ form_params, attachments }) => ({
    fields: form_params.map(({ name, value }) => [name, value] as const),
    files: attachments.map(({ form_name }) => form_name),
  }));
  const fields = proposeRules(posts, form.fields).map(({ options, ...rule }) =>
    options === undefined ? rule : { ...rule, options: [...options] },
  );
  const original = storedTab(form, "fields");
  return {
    form: { ...form, fields },
    stored: form,
    original,
    draftOf: "proposal",
    proposedFrom: posts.length,
  };
}

/** Buttons that arrange the rules, and the script that previews them, post to `/fields/arrange`, which saves nothing. */
export function addFieldRoutes(
  routes: Hono<DashboardEnv>,
  show: (c: DashboardContext, shown: Shown) => Promise<Response>,
): void {
  routes.post("/:form_id/fields/arrange", async (c) => {
    const stored = await findNamedForm(c);
    const posted = await readPosted(c);
    const change = { ...readTab(posted, "fields"), fields: arrangeRules(posted) };
    const original = readOriginal(posted) ?? storedTab(stored, "fields");
    return show(c, { form: withChanges(stored, change), stored, original });
  });
}

/** The page of the form as visitors see it, in a frame that can neither run scripts nor post. */
async function previewOf({ renderFormView }: DashboardParts, form: Form) {
  // An unknown language, which is not saved either, would stop the page.
  const typed = form.language ?? undefined;
  const language = isLanguage(typed) ? typed : "en";
  const look = { ...lookOf(form), language };
  const page = await renderFormView({
    form: { ...form, look, captcha: null },
    action: "",
    language,
  });
  return (
    <iframe
      class="mail"
      title="Preview of the form"
      sandbox=""
      referrerpolicy="no-referrer"
      srcdoc={page}
    ></iframe>
  );
}

export async function fillFieldsTab(
  _: DashboardContext,
  parts: DashboardParts,
  { form, stored = form, proposedFrom }: Shown,
): Promise<TabContent> {
  const { publicUrl, fieldDrift } = parts;
  const arrangeUrl = `${tabUrl(form.id, "fields")}/arrange`;
  return {
    attributes: { "data-preview": arrangeUrl, "data-preview-on": "*", "data-templates": "" },
    pane: (
      <PreviewPane action={`${arrangeUrl}#preview-pane`} isShown class="beside">
        {await previewOf(parts, form)}
      </PreviewPane>
    ),
    before: <DriftWarning form={stored} drift={fieldDrift.of(form.id)} />,
    inCard: (
      <>
        <div class="head">
          <p>
            A post that breaks a rule is rejected with a page on which the visitor corrects it, and
            is not stored. Fields without a rule are stored as they are sent.
          </p>
          <LinkButton
            to={`${tabUrl(form.id, "fields")}?propose=yes`}
            label="Suggest fields from submissions"
          />
        </div>
        {proposedFrom === undefined ? null : (
          <p class="alert" role="status">
            {proposedFrom === 0
              ? "There are no submissions to make a proposal from."
              : `Proposed from the last ${plural(proposedFrom, "submission")}. Check the fields, then save them.`}
          </p>
        )}
      </>
    ),
    after:
      stored.fields.length > 0 && stored.form_view_enabled ? (
        <ViewCard form={stored} origin={publicUrl()} />
      ) : null,
  };
}

/** The address of the page that shows the form, and the HTML to embed it. */
function ViewCard({ form, origin }: { readonly form: Form; readonly origin: string }) {
  const url = formViewUrl(origin, form.uuid);
  return (
    <CopyCard id="embed" title="Embed the form" text={embedHtml(origin, form.uuid, form.name)}>
      <p class="hint">
        Add it to a page of your site. The frame becomes as high as the form. The form alone:{" "}
        <a href={url}>{url}</a>
      </p>
    </CopyCard>
  );
}

interface DriftProps {
  readonly form: Form;
  /** What posts had without a rule. */
  readonly drift: readonly StrangeField[];
}

/** Warns when pages send other fields than the rules have. */
function DriftWarning({ form, drift }: DriftProps) {
  // The rules may have changed since the posts came.
  const strange = drift.filter(({ name }) => form.fields.every((rule) => rule.name !== name));
  if (form.fields.length === 0 || strange.length === 0) return null;
  return (
    <div class="alert">
      <p>Since this server started, posts had fields without a rule:</p>
      <ul>
        {strange.map(({ name, posts }) => (
          <li>
            <Text of={name} /> <span class="soft">{`in ${plural(posts, "post")}`}</span>
          </li>
        ))}
      </ul>
      <p>
        If a page has changed, change its rules too:{" "}
        <a href={`${tabUrl(form.id, "fields")}?propose=yes`}>Suggest fields from submissions</a>
      </p>
    </div>
  );
}
