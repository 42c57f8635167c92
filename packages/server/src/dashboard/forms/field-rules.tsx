/** `/dashboard/forms/<id>/fields`: the field rules of a form, and a proposal from what it has received. */
import type { Hono } from "hono";
import type { FieldRule, Form } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { proposeRules } from "../../domain/fields/propose-rules.ts";
import { plural } from "../format/quantities.ts";
import { dataOf } from "../http/api-client.ts";
import { readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv, DashboardParts } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import type { Conflict } from "../http/own-changes.ts";
import { embedHtml, formViewUrl } from "../../domain/fields/form-view.ts";
import { Card, PageHead } from "../layout/card.tsx";
import { CopyCard } from "../layout/copy-card.tsx";
import type { StrangeField } from "../../domain/fields/field-drift.ts";
import { Text } from "../layout/user-text.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";
import { showPage } from "../layout/page.tsx";
import { findNamedForm, saveForm } from "./find-form.ts";
import { readRules, RuleEditor, storedRules } from "./rule-editor.tsx";

/** Submissions that a proposal is made from. */
const PROPOSED_FROM = 100;

export function addFieldRuleRoutes(routes: Hono<DashboardEnv>, parts: DashboardParts): void {
  routes.get("/:form_id/fields", async (c) => {
    const form = await findNamedForm(c);
    if (c.req.query("propose") === undefined)
      return showRules(c, parts, { form, rules: form.fields });
    const { rules, posts } = await proposeFields(c, form);
    return showRules(c, parts, { form, rules, proposedFrom: posts });
  });

  routes.post("/:form_id/fields", async (c) => {
    const posted = await readPosted(c);
    const { form, changes, conflicts, error } = await saveForm(c, posted, {
      typed: { fields: readRules(posted), form_view_enabled: posted.has("form_view_enabled") },
      stored: storedRules,
    });
    if (conflicts.length === 0 && error === undefined) {
      return redirectWithNotice(c, `/dashboard/forms/${form.id}/fields`, "The fields were saved.");
    }
    // With what somebody else has changed meanwhile.
    const rules = changes.fields ?? form.fields;
    const isPublic = changes.form_view_enabled ?? form.form_view_enabled;
    return showRules(c, parts, { form, rules, isPublic, conflicts, error });
  });
}

async function proposeFields(c: DashboardContext, form: Form) {
  const { submissions } = dataOf(
    await c.var.api.GET("/api/v1/submissions", {
      params: { query: { form_id: String(form.id), filter_by: "all", per_page: PROPOSED_FROM } },
    }),
  );
  const posts = submissions.map(({ form_params, attachments }) => ({
    fields: form_params.map(({ name, value }) => [name, value] as const),
    files: attachments.map(({ form_name }) => form_name),
  }));
  const rules = proposeRules(posts, form.fields).map(({ options, ...rule }) =>
    options === undefined ? rule : { ...rule, options: [...options] },
  );
  return { rules, posts: posts.length };
}

interface Shown {
  readonly form: Form;
  readonly rules: readonly FieldRule[];
  /** Whether everyone may open the form, if it was typed. */
  readonly isPublic?: boolean;
  /** What somebody else has changed. */
  readonly conflicts?: readonly Conflict[];
  /** Number of submissions, if the rules are a proposal that is not saved. */
  readonly proposedFrom?: number;
  /** Why the rules were rejected. */
  readonly error?: AppError | undefined;
}

function showRules(
  c: DashboardContext,
  { publicUrl }: DashboardParts,
  { form, rules, isPublic, conflicts = [], proposedFrom, error }: Shown,
) {
  const path = `/dashboard/forms/${form.id}`;
  return showPage(c, {
    title: `Fields of ${form.name}`,
    section: "forms",
    status: conflicts.length > 0 ? 409 : error === undefined ? 200 : 422,
    content: (
      <>
        <PageHead
          crumbs={[
            ["Forms", "/dashboard/forms"],
            [form.name, path],
          ]}
          title="Fields"
        >
          <a class="button" href={`${path}/fields?propose=yes`}>
            Propose from submissions
          </a>
        </PageHead>
        <Card id="fields">
          <p>
            A post that breaks a rule is rejected with a page on which the visitor corrects it, and
            is not stored. Fields without a rule are stored as they are sent.
          </p>
          {proposedFrom === undefined ? null : (
            <p class="alert" role="status">
              {proposedFrom === 0
                ? "There are no submissions to make a proposal from."
                : `Proposed from the last ${plural(proposedFrom, "submission")}. Check the fields, then save them.`}
            </p>
          )}
          <CheckedForm error={error}>
            <RuleEditor
              action={`${path}/fields`}
              rules={rules}
              isPublic={isPublic ?? form.form_view_enabled}
              isUnsaved={isPublic !== undefined}
              isProposal={proposedFrom !== undefined}
              original={storedRules(form)}
              conflicts={conflicts}
            />
          </CheckedForm>
        </Card>
        {form.fields.length > 0 && form.form_view_enabled ? (
          <ViewCard form={form} origin={publicUrl()} />
        ) : null}
      </>
    ),
  });
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
        <a href={`/dashboard/forms/${form.id}/fields?propose=yes`}>Propose from submissions</a>
      </p>
    </div>
  );
}

/** The card on the page of the form. */
export function FieldsCard({ form, drift }: DriftProps) {
  const path = `/dashboard/forms/${form.id}/fields`;
  const required = form.fields.filter((rule) => rule.required === true).length;
  return (
    <Card
      id="fields"
      title="Fields"
      actions={
        <a class="button" href={form.fields.length === 0 ? `${path}?propose=yes` : path}>
          {form.fields.length === 0 ? "Propose from submissions" : "Edit fields"}
        </a>
      }
    >
      <DriftWarning form={form} drift={drift} />
      <p class="soft">
        {form.fields.length === 0 ? (
          <>
            No field rules, so every post is stored. <a href={path}>Add fields</a>
          </>
        ) : (
          `${plural(form.fields.length, "field")} with rules, ${required} required. Posts that break them are not stored.`
        )}
      </p>
    </Card>
  );
}
