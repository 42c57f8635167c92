/** The settings of a form as inputs, and the API request made from what was typed. */
import type { Form, Project } from "@intray/sdk/schemas";
import type { FormSettings as FormChange } from "@intray/sdk/schemas";
import type { MailSettings } from "../../domain/mail/settings.ts";
import type { AppError } from "../../domain/errors.ts";
import type { Posted } from "../http/body.ts";
import { Checkbox, Select, TextArea, TextField } from "../layout/fields.tsx";
import { AnswerFields } from "./answer-fields.tsx";

/** Label and hint of each spam check. */
const CHECKS = {
  honeypot: ["Honeypot", "The hidden field is filled in."],
  rate: ["Rate limit", "More posts per minute from one IP address than the server's limit."],
  too_fast: [
    "Too fast",
    "Sent less than 2 seconds after the page was opened. The page needs a field named _started.",
  ],
  disposable: ["Disposable addresses", "The e-mail address is from a disposable e-mail service."],
  links: ["Links", "Too many links, links in a name, or links as HTML or BBCode."],
  content: ["Content", "Advertising, random letters or look-alike letters."],
  classifier: ["Classifier", "Trained by the submissions that you mark as spam or not spam."],
  akismet: ["Akismet", "Sends each post to Akismet. The server needs INTRAY_AKISMET_KEY."],
} as const satisfies Record<keyof Form["spam_checks"], readonly [string, string]>;

const CHECK_NAMES = Object.keys(CHECKS) as (keyof typeof CHECKS)[];

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

/**
 * Returns the typed settings as the API expects them, unvalidated: the API checks them. Those for e-mail and
 * the field rules are on forms of their own.
 */
export function formChange(
  posted: Posted,
): Required<Omit<FormChange, keyof MailSettings | "fields">> {
  const text = (name: string) => posted.text(name).trim();
  const orNull = (name: string) => (text(name) === "" ? null : text(name));
  const provider = text("captcha") as "" | NonNullable<Form["captcha"]>["provider"];
  const secret = text("captcha_secret");
  return {
    name: text("name"),
    project_id: text("project_id") === "" ? null : Number(text("project_id")),
    timezone: text("timezone"),
    redirect_url: orNull("redirect_url"),
    redirect_heading: orNull("redirect_heading"),
    redirect_message: orNull("redirect_message"),
    use_ajax: posted.has("use_ajax"),
    origin_service: orNull("origin_service") as Form["origin_service"],
    honeypot_field: text("honeypot_field"),
    duplicate_filter: posted.has("duplicate_filter"),
    allowed_domains: [...posted.lines("allowed_domains")],
    blocked_domains: [...posted.lines("blocked_domains")],
    content_blacklist: [...posted.lines("content_blacklist")],
    spam_checks: Object.fromEntries(CHECK_NAMES.map((name) => [name, posted.has(`check_${name}`)])),
    captcha:
      provider === ""
        ? null
        : {
            provider,
            site_key: orNull("captcha_site_key"),
            ...(secret === "" ? {} : { secret }),
          },
    retention_days: numberOrNull(text("retention_days")),
    retention_includes_unread: posted.has("retention_includes_unread"),
    lead_scoring: {
      enabled: posted.has("lead_scoring"),
      provider: text("lead_provider") === "http" ? "http" : "rules",
      instructions: orNull("lead_instructions"),
      delivery_wait_seconds: numberOrNull(text("lead_wait")) ?? 30,
    },
  };
}

/** Text that is not a number is returned unchanged, so that the API rejects it. */
const numberOrNull = (text: string): number | null =>
  text === "" ? null : Number.isNaN(Number(text)) ? (text as never) : Number(text);

interface Fields {
  readonly form: Form;
  readonly error: AppError | undefined;
}

/** @param props.form As stored, or with the typed values of a rejected change. */
export function FormSettings({
  form,
  projects,
  error,
}: Fields & { readonly projects: readonly Pick<Project, "id" | "name">[] }) {
  const text = (name: "name" | "timezone" | "redirect_url" | "redirect_heading") =>
    ({ name, value: form[name], error }) as const;
  return (
    <form class="fields" method="post" action={`/dashboard/forms/${form.id}`}>
      <TextField {...text("name")} label="Name" required />
      <Select
        name="project_id"
        label="Project"
        value={String(form.project_id)}
        options={projects.map(({ id, name }) => [String(id), name] as const)}
        error={error}
      />
      <TextField
        {...text("timezone")}
        label="Time zone"
        hint="For dates in webhook templates and e-mails, and the hour of digests. Such as Europe/Berlin."
      />
      <AnswerFields form={form} error={error} />
      <AccessFields form={form} error={error} />
      <SpamFields form={form} error={error} />
      <fieldset>
        <legend>Retention</legend>
        <TextField
          name="retention_days"
          label="Retention in days"
          type="number"
          value={form.retention_days === 0 ? "" : String(form.retention_days)}
          hint="Read submissions are deleted this many days after arrival. If empty, they are kept."
          error={error}
        />
        <Checkbox
          name="retention_includes_unread"
          label="Delete unread submissions too"
          checked={form.retention_includes_unread}
        />
      </fieldset>
      <LeadFields form={form} error={error} />
      <div>
        <button class="main">Save settings</button>
      </div>
    </form>
  );
}

/** A setting that is a list, edited as lines. */
function Lines({
  name,
  form,
  ...labels
}: Fields & {
  readonly name: "allowed_domains" | "blocked_domains" | "content_blacklist";
  readonly label: string;
  readonly hint: string;
}) {
  return <TextArea name={name} value={form[name].join("\n")} {...labels} />;
}

function secretHint(captcha: Form["captcha"], error: AppError | undefined): string {
  if (error !== undefined) return "Leave empty to keep a stored key. Type a new one again.";
  return captcha?.secret == null
    ? "Not needed for ALTCHA."
    : "A secret key is stored. Leave empty to keep it.";
}

function AccessFields({ form, error }: Fields) {
  const { captcha } = form;
  return (
    <fieldset>
      <legend>Access</legend>
      <Lines
        name="allowed_domains"
        label="Allowed domains"
        hint="One per line, subdomains included. Posts from other sites are rejected. If empty, every site may post."
        form={form}
        error={error}
      />
      <Select
        name="captcha"
        label="Captcha"
        value={captcha?.provider ?? ""}
        options={CAPTCHAS}
        error={error}
      />
      <TextField
        name="captcha_site_key"
        label="Captcha site key"
        value={captcha?.site_key ?? ""}
        error={error}
        member="captcha.site_key"
      />
      <TextField
        name="captcha_secret"
        label="Captcha secret key"
        type="password"
        hint={secretHint(captcha, error)}
        autocomplete="off"
        error={error}
        member="captcha.secret"
      />
    </fieldset>
  );
}

function SpamFields({ form, error }: Fields) {
  return (
    <fieldset>
      <legend>Spam checks</legend>
      <TextField
        name="honeypot_field"
        label="Name of the honeypot field"
        value={form.honeypot_field}
        required
        error={error}
      />
      {CHECK_NAMES.map((name) => (
        <Checkbox
          name={`check_${name}`}
          label={CHECKS[name][0]}
          hint={CHECKS[name][1]}
          checked={form.spam_checks[name]}
        />
      ))}
      <Checkbox
        name="duplicate_filter"
        label="Duplicates"
        hint="A post with the same fields as one in the last 10 minutes is spam. Short texts without an e-mail address are compared only with those from the same IP address."
        checked={form.duplicate_filter}
      />
      <Lines
        name="blocked_domains"
        label="Blocked e-mail domains"
        hint="One per line."
        form={form}
        error={error}
      />
      <Lines
        name="content_blacklist"
        label="Blocked words"
        hint="One per line."
        form={form}
        error={error}
      />
    </fieldset>
  );
}

function LeadFields({ form: { lead_scoring: leads }, error }: Fields) {
  return (
    <fieldset>
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
        error={error}
        member="lead_scoring.instructions"
      />
      <TextField
        name="lead_wait"
        label="Delivery wait in seconds"
        type="number"
        value={String(leads.delivery_wait_seconds ?? 30)}
        hint="How long deliveries wait for the model's score."
        error={error}
        member="lead_scoring.delivery_wait_seconds"
      />
    </fieldset>
  );
}
