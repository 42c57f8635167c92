/** The settings of a form whose inputs are written by hand: their inputs, and how they are read and compared. */
import type { Child } from "hono/jsx";
import type { Form, FormSettings as FormChange, Project } from "@intray/sdk/schemas";
import { SPAM_CHECK_NAMES, SPAM_CHECKS } from "../../domain/form.ts";
import { Timestamp } from "../format/timestamp.tsx";
import type { Posted } from "../http/body.ts";
import type { InputReaders } from "../http/own-changes.ts";
import { Checkbox, Dependent, Select, TextArea, TextField, optionsOf } from "../layout/fields.tsx";
import { useFormError } from "../layout/form-errors.tsx";
import { countOf } from "../layout/setting-inputs.tsx";
import { Text } from "../layout/user-text.tsx";
import { tabUrl } from "./groups.ts";
import { readRules, RuleRows, storedRules } from "./rule-editor.tsx";
import { readFormRules, RuleInputs, type RulesProps, storedFormRules } from "./rules.tsx";

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

interface Shown {
  readonly form: Form;
  readonly people: RulesProps["people"];
  /** Those that the form can be moved to. */
  readonly projects: readonly Pick<Project, "id" | "name">[];
}

type Custom = Required<
  Pick<FormChange, "project_id" | "spam_checks" | "captcha" | "lead_scoring" | "fields" | "rules">
>;

/** How they are read from what was typed, as the API expects them, unvalidated. */
export const READERS: InputReaders<Custom> = {
  project_id: (posted) => {
    const id = textOf(posted, "project_id");
    return id === "" ? null : Number(id);
  },
  spam_checks: (posted) =>
    Object.fromEntries(SPAM_CHECK_NAMES.map((name) => [name, posted.has(`check_${name}`)])),
  captcha: readCaptcha,
  fields: readRules,
  rules: readFormRules,
  lead_scoring: (posted) => ({
    enabled: posted.has("lead_scoring"),
    provider: textOf(posted, "lead_provider") === "http" ? "http" : "rules",
    instructions: textOf(posted, "lead_instructions") || null,
    delivery_wait_seconds:
      textOf(posted, "lead_wait") === "" ? 30 : countOf(textOf(posted, "lead_wait")),
  }),
};

/** As {@link READERS} reads them if nothing is changed on the page. */
export const storedCustom = ({ captcha, lead_scoring: leads, fields, rules = [] }: Form) => ({
  captcha:
    captcha === null ? null : { provider: captcha.provider, site_key: captcha.site_key ?? null },
  fields: storedRules(fields),
  rules: storedFormRules(rules),
  lead_scoring: {
    enabled: leads.enabled,
    provider: leads.provider ?? "rules",
    instructions: leads.instructions ?? null,
    delivery_wait_seconds: leads.delivery_wait_seconds ?? 30,
  },
});

/** The inputs by setting. */
export const customInputs = (shown: Shown): Readonly<Record<string, Child>> => ({
  project_id: <ProjectInput {...shown} />,
  spam_checks: SPAM_CHECK_NAMES.map((name) => (
    <Checkbox
      {...SPAM_CHECKS[name]}
      name={`check_${name}`}
      checked={shown.form.spam_checks[name] === true}
    />
  )),
  captcha: <CaptchaInputs {...shown} />,
  fields: (
    <RuleRows
      rules={shown.form.fields}
      arrangeUrl={`${tabUrl(shown.form.id, "fields")}/arrange#settings`}
    />
  ),
  lead_scoring: <LeadInputs {...shown} />,
  rules: <RuleInputs {...shown} />,
  // Only while a program reads the queue; otherwise it is as declared.
  ...(shown.form.queue_consumer === null ? {} : { opening_marks_read: <QueueIsRead {...shown} /> }),
});

const textOf = (posted: Posted, name: string) => posted.text(name).trim();

function readCaptcha(posted: Posted): Custom["captcha"] {
  const provider = textOf(posted, "captcha") as "" | NonNullable<Form["captcha"]>["provider"];
  const secret = textOf(posted, "captcha_secret");
  if (provider === "") return null;
  return {
    provider,
    site_key: textOf(posted, "captcha_site_key") || null,
    ...(secret === "" ? {} : { secret }),
  };
}

export const ProjectInput = ({ form, projects }: Omit<Shown, "people">) => (
  <Select
    name="project_id"
    label="Project"
    value={String(form.project_id)}
    options={optionsOf(projects)}
    other={form.project_name}
  />
);

function CaptchaInputs({ form: { captcha } }: Shown) {
  const provider = captcha?.provider ?? "";
  const isTyped = useFormError() !== undefined;
  const needsKeys = captcha !== null && provider !== "altcha" && captcha.secret === null;
  return (
    <>
      <Select
        name="captcha"
        label="Captcha"
        value={provider}
        options={CAPTCHAS}
        {...(needsKeys && { hint: "Needs keys: visitors are not asked until both keys are set." })}
      />
      <Dependent on={["captcha", "turnstile", "hcaptcha", "recaptcha"]} value={provider}>
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
          hint={
            isTyped
              ? "Leave empty to keep a stored key. Type a new one again."
              : captcha?.secret == null
                ? "Not needed for ALTCHA."
                : "A secret key is stored. Leave empty to keep it."
          }
          autocomplete="off"
          member="captcha.secret"
        />
      </Dependent>
    </>
  );
}

function LeadInputs({ form: { lead_scoring: leads } }: Shown) {
  const provider = leads.provider ?? "rules";
  return (
    <>
      <Checkbox name="lead_scoring" label="Score submissions as leads" checked={leads.enabled} />
      <Dependent on={["lead_scoring"]} value={leads.enabled ? "yes" : ""}>
        <Select name="lead_provider" label="Scoring provider" value={provider} options={SCORERS} />
        <Dependent on={["lead_provider", "http"]} value={provider}>
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
        </Dependent>
      </Dependent>
    </>
  );
}

const ACTS = {
  claim: "claimed submissions",
  list: "listed the unread submissions",
  mark: "marked a submission read",
} as const satisfies Record<NonNullable<Form["queue_consumer"]>["act"], string>;

function QueueIsRead({ form: { id, opening_marks_read, queue_consumer } }: Shown) {
  if (queue_consumer === null) return null;
  const { act, name, seen_at } = queue_consumer;
  return (
    <>
      <Checkbox
        name="opening_marks_read"
        label="Opening marks as done"
        checked={opening_marks_read}
        disabled
        hint={
          <>
            {"Off, because a program reads this queue and opening would take submissions from it: "}
            {act === "claim" ? "" : "the API key "}
            <Text of={name} />
            {` ${ACTS[act]} on `}
            <Timestamp at={seen_at} />
            {". If it no longer runs, opening can mark as done again."}
          </>
        }
      />
      <div>
        <button
          formaction={`/dashboard/forms/${id}/opening/forget`}
          formnovalidate
          data-confirm="Forget this program? If it reads the queues of all forms, it is forgotten for all of them."
        >
          Forget this program
        </button>
      </div>
    </>
  );
}
