/** The settings of a form as inputs; form-change.ts makes the API request from what was typed. */
import type { Form, Project } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { FORM_SETTINGS, SPAM_CHECK_NAMES, SPAM_CHECKS } from "../../domain/form.ts";
import { draft, Checkbox, SaveBar, Select, TextArea, TextField } from "../layout/fields.tsx";
import type { Conflict } from "../http/own-changes.ts";
import { useFormError } from "../layout/form-errors.tsx";
import { Conflicts } from "../layout/conflicts.tsx";
import { SettingInputs } from "../layout/setting-inputs.tsx";
import type { SettingsGroup } from "./form-change.ts";

const CAPTCHAS = [
  ["", "None"],
  ["altcha", "ALTCHA (self-hosted)"],
  ["turnstile", "Cloudflare Turnstile"],
  ["hcaptcha", "hCaptcha"],
  ["recaptcha", "reCAPTCHA"],
] as const;

const SCORERS = [
  ["rules", "Built-in rules"],
  ["http", "Model at INTRAY_LEADS_URL"],
] as const;

interface Fields {
  readonly form: Form;
}

/** The inputs of a group of settings. */
const Group = ({ of, form }: Fields & { readonly of: SettingsGroup }) => (
  <SettingInputs settings={FORM_SETTINGS} values={{ ...form }} group={of} />
);

/** @param props.form As stored, or with the typed values of a rejected change. */
export function FormSettingInputs({
  form,
  original,
  conflicts,
  projects,
  isUnsaved,
}: Fields & {
  /** The inputs show what was typed, which is not stored yet. */
  readonly isUnsaved: boolean;
  /** What the inputs are compared with when they are posted. */
  readonly original: object;
  readonly conflicts: readonly Conflict[];
  readonly projects: readonly Pick<Project, "id" | "name">[];
}) {
  const group = (of: SettingsGroup) => <Group of={of} form={form} />;
  return (
    <form class="fields" method="post" action={`/dashboard/forms/${form.id}`} {...draft(isUnsaved)}>
      <Conflicts original={original} conflicts={conflicts} />
      <div class="side-by-side">
        <div class="stacked">
          <fieldset id="general">
            <legend>General</legend>
            {group("name")}
            <Select
              name="project_id"
              label="Project"
              value={String(form.project_id)}
              options={projects.map(({ id, name }) => [String(id), name] as const)}
              other={form.project_name}
            />
            {group("general")}
          </fieldset>
          <fieldset id="thank-you">
            <legend>Redirect and thank-you page</legend>
            {group("answer")}
          </fieldset>
          <AccessFields form={form} />
        </div>
        <div class="stacked">
          <SpamFields form={form} />
          <fieldset id="retention">
            <legend>Retention</legend>
            <TextField
              name="retention_days"
              label="Delete submissions after (days)"
              type="number"
              value={form.retention_days === 0 ? "" : String(form.retention_days)}
              hint="Submissions that are done are deleted this many days after arrival. If empty, they are kept."
            />
            {group("retention")}
          </fieldset>
          <LeadFields form={form} />
        </div>
      </div>
      <SaveBar label="Save settings" />
    </form>
  );
}

function secretHint(captcha: Form["captcha"], error: AppError | undefined): string {
  if (error !== undefined) return "Leave empty to keep a stored key. Type a new one again.";
  return captcha?.secret == null
    ? "Not needed for ALTCHA."
    : "A secret key is stored. Leave empty to keep it.";
}

function AccessFields({ form }: Fields) {
  const { captcha } = form;
  return (
    <fieldset id="access">
      <legend>Access</legend>
      <Group of="access" form={form} />
      <Select name="captcha" label="Captcha" value={captcha?.provider ?? ""} options={CAPTCHAS} />
      <TextField
        name="captcha_site_key"
        label="Captcha site key"
        value={captcha?.site_key ?? ""}
        member="captcha.site_key"
      />
      <TextField
        name="captcha_secret"
        label="Captcha secret key"
        type="password"
        hint={secretHint(captcha, useFormError())}
        autocomplete="off"
        member="captcha.secret"
      />
    </fieldset>
  );
}

function SpamFields({ form }: Fields) {
  return (
    <fieldset id="spam">
      <legend>Spam checks</legend>
      <Group of="honeypot" form={form} />
      {SPAM_CHECK_NAMES.map((name) => (
        <Checkbox {...SPAM_CHECKS[name]} name={`check_${name}`} checked={form.spam_checks[name]} />
      ))}
      <Group of="spam" form={form} />
    </fieldset>
  );
}

function LeadFields({ form: { lead_scoring: leads } }: Fields) {
  return (
    <fieldset id="leads">
      <legend>Lead scoring</legend>
      <Checkbox name="lead_scoring" label="Score submissions as leads" checked={leads.enabled} />
      <Select
        name="lead_provider"
        label="Scoring provider"
        value={leads.provider ?? "rules"}
        options={SCORERS}
      />
      <TextArea
        name="lead_instructions"
        label="Instructions"
        value={leads.instructions ?? ""}
        hint="Tell the model what a good lead is."
        member="lead_scoring.instructions"
      />
      <TextField
        name="lead_wait"
        label="Wait for the score (seconds)"
        type="number"
        value={String(leads.delivery_wait_seconds ?? 30)}
        hint="How long deliveries wait for the model's score."
        member="lead_scoring.delivery_wait_seconds"
      />
    </fieldset>
  );
}
