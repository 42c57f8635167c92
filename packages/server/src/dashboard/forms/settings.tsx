/** Every setting of a form as inputs, and back again. */
import type { Form, Project } from "@intray/sdk/schemas";
import type { FormSettings as FormChange } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import type { Posted } from "../http/body.ts";
import { Checkbox, Select, TextArea, TextField } from "../layout/fields.tsx";

const CHECKS = {
  honeypot: ["Hidden field", "The hidden field was filled in."],
  rate: ["Rate", "One address posts more often than people do."],
  too_fast: ["Too fast", "Sent sooner than anybody types; needs a field _started."],
  disposable: ["Throw-away addresses", "The sender's address is made to be thrown away."],
  links: ["Links", "There are more links than message."],
  content: ["Content", "Advertising, drawn letters, look-alike letters."],
  classifier: ["What you taught", "Learns from what is marked as spam, and as none."],
  akismet: ["Akismet", "Sends the post to Akismet; needs INTRAY_AKISMET_KEY."],
} as const satisfies Record<keyof Form["spam_checks"], readonly [string, string]>;

const CHECK_NAMES = Object.keys(CHECKS) as (keyof typeof CHECKS)[];

const CAPTCHAS = [
  ["", "None"],
  ["altcha", "ALTCHA: a puzzle for the browser, asks nobody"],
  ["turnstile", "Cloudflare Turnstile"],
  ["hcaptcha", "hCaptcha"],
  ["recaptcha", "reCAPTCHA"],
] as const;

const SCORERS = [
  ["rules", "Built-in rules"],
  ["http", "The model of INTRAY_LEADS_URL"],
] as const;

/** What was typed, as the API takes it; the API says what is wrong with it. */
export function formChange(posted: Posted): FormChange {
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

/** A text that is no number stays one, so that the API refuses it. */
const numberOrNull = (text: string): number | null =>
  text === "" ? null : Number.isNaN(Number(text)) ? (text as never) : Number(text);

/** @param form As stored, or with what was typed over it. */
export function FormSettings({
  form,
  projects,
  error,
}: {
  readonly form: Form;
  readonly projects: readonly Pick<Project, "id" | "name">[];
  readonly error: AppError | undefined;
}) {
  const { lead_scoring: leads, captcha } = form;
  return (
    <form class="fields" method="post" action={`/dashboard/forms/${form.id}`}>
      <TextField name="name" label="Name" value={form.name} required error={error} />
      <Select
        name="project_id"
        label="Project"
        value={String(form.project_id ?? "")}
        options={[["", "None"], ...projects.map(({ id, name }) => [String(id), name] as const)]}
        error={error}
      />
      <TextField
        name="timezone"
        label="Time zone"
        value={form.timezone}
        hint="For times in webhook templates, such as Europe/Berlin."
        error={error}
      />
      <fieldset>
        <legend>After a post</legend>
        <TextField
          name="redirect_url"
          label="Go on to"
          value={form.redirect_url}
          hint="An address of your site; empty shows a page of ours that says thank you."
          error={error}
        />
        <TextField
          name="redirect_heading"
          label="Heading of our page"
          value={form.redirect_heading}
          error={error}
        />
        <TextArea
          name="redirect_message"
          label="Text of our page"
          value={form.redirect_message}
          error={error}
        />
      </fieldset>
      <fieldset>
        <legend>Who may post</legend>
        <TextArea
          name="allowed_domains"
          label="Allowed sites"
          value={form.allowed_domains.join("\n")}
          hint="Domains, a line each, with their subdomains; empty lets every site post."
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
          label="Site key of the captcha"
          value={captcha?.site_key ?? ""}
          error={error}
          member="captcha.site_key"
        />
        <TextField
          name="captcha_secret"
          label="Secret key of the captcha"
          type="password"
          hint={
            error === undefined && captcha?.secret != null
              ? "One is kept; empty leaves it as it is."
              : "Empty leaves the one that is kept, if there is one; type a new one again. ALTCHA needs none."
          }
          autocomplete="off"
          error={error}
          member="captcha.secret"
        />
      </fieldset>
      <fieldset>
        <legend>Spam</legend>
        <TextField
          name="honeypot_field"
          label="Name of the hidden field"
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
          hint="The same post again is stored as spam."
          checked={form.duplicate_filter}
        />
        <TextArea
          name="blocked_domains"
          label="Blocked e-mail domains"
          value={form.blocked_domains.join("\n")}
          hint="A line each."
          error={error}
        />
        <TextArea
          name="content_blacklist"
          label="Blocked words"
          value={form.content_blacklist.join("\n")}
          hint="A line each."
          error={error}
        />
      </fieldset>
      <fieldset>
        <legend>Keeping</legend>
        <TextField
          name="retention_days"
          label="Remove submissions after days"
          type="number"
          value={form.retention_days === null ? "" : String(form.retention_days)}
          hint="Empty keeps them. Only what was read is removed, unless the box is ticked."
          error={error}
        />
        <Checkbox
          name="retention_includes_unread"
          label="Unread ones too"
          checked={form.retention_includes_unread}
        />
      </fieldset>
      <fieldset>
        <legend>Leads</legend>
        <Checkbox
          name="lead_scoring"
          label="Score how promising each submission is"
          checked={leads.enabled}
        />
        <Select
          name="lead_provider"
          label="Scored by"
          value={leads.provider ?? "rules"}
          options={SCORERS}
        />
        <TextArea
          name="lead_instructions"
          label="What a good lead is"
          value={leads.instructions ?? ""}
          hint="For the model to read."
          error={error}
          member="lead_scoring.instructions"
        />
        <TextField
          name="lead_wait"
          label="Seconds that deliveries wait for the score"
          type="number"
          value={String(leads.delivery_wait_seconds ?? 30)}
          error={error}
          member="lead_scoring.delivery_wait_seconds"
        />
      </fieldset>
      <div>
        <button class="main">Save the settings</button>
      </div>
    </form>
  );
}
