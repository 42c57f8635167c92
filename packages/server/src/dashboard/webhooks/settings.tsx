/** The settings of a webhook as inputs, and the API request made from what was typed. */
import type { FormWebhook, FormWebhookSettings, Rehearsal } from "@intray/sdk/schemas";
import { WEBHOOK_DEFAULTS, WEBHOOK_SETTINGS } from "../../domain/delivery/webhook.ts";
import type { Posted } from "../http/body.ts";
import type { Conflict, InputReaders } from "../http/own-changes.ts";
import { Conflicts } from "../layout/conflicts.tsx";
import { choiceHint } from "../layout/form-label.ts";
import { RequestKeyInput } from "../http/request-key.tsx";
import { Choices, draft, Select, TextArea, TextField } from "../layout/fields.tsx";
import { FilterHint, FilterRows, readFilter } from "../layout/filter-rows.tsx";
import { MergeTags } from "../layout/merge-tags.tsx";
import { Rehearsed, RehearseButton } from "../layout/rehearsal.tsx";
import { readSettings, SettingInputs } from "../layout/setting-inputs.tsx";
import { PreviewPane, type SubmissionOptions } from "../layout/preview.tsx";
import { FORMAT_OF_HOST, FORMATS } from "../../delivery/payload/formats.ts";
import type { HeaderInput } from "./headers.tsx";
import { headerChange, HeaderRows, storedHeaders, readHeaders } from "./headers.tsx";
import { type PreviewOutcome, PreviewResult } from "./preview.tsx";
import { SaveAndTest } from "./send-test.tsx";

/** What the inputs show. */
export interface TypedWebhook {
  readonly form_id: string;
  /** Id of the submission to preview; empty for sample data. */
  readonly preview_of: string;
  readonly headers: readonly HeaderInput[];
  /** Of a new webhook; empty for one that the server makes. */
  readonly signing_secret: string;
  /** The settings as the API expects them, unvalidated. */
  readonly settings: Settings;
}
type Settings = Omit<FormWebhookSettings, "form_id" | "signing_secret">;

const NAMES = Object.keys(WEBHOOK_SETTINGS) as (keyof Settings)[];

/** Returns the settings of a webhook as {@link readTyped} reads them if nothing is changed on its page. */
export const storedWebhookSettings = (webhook: FormWebhook): Settings =>
  Object.fromEntries(NAMES.map((name) => [name, webhook[name]]));

/** What the inputs show of an existing webhook. */
export const showStored = (webhook: FormWebhook): TypedWebhook => ({
  form_id: String(webhook.form_id),
  preview_of: "",
  headers: storedHeaders(webhook),
  signing_secret: "",
  settings: storedWebhookSettings(webhook),
});

/** What the inputs show of a new webhook. */
export const showEmpty = (form_id: string): TypedWebhook => ({
  form_id,
  preview_of: "",
  headers: [],
  signing_secret: "",
  settings: { ...WEBHOOK_DEFAULTS, name: "", headers: [] },
});

/** How the settings are read whose inputs are written by hand. */
const OTHERS: Partial<InputReaders<Required<Settings>>> = {
  url: (posted) => posted.text("url").trim(),
  // The API rejects an unknown format.
  format: (posted) => posted.text("format") as FormWebhook["format"],
  content_type: (posted) => posted.text("content_type").trim() || null,
  template: (posted) => posted.textArea("template") || null,
  headers: (posted) => headerChange(readHeaders(posted)),
  filter: (posted) => {
    const filter = readFilter(posted, "filter");
    return Object.keys(filter).length === 0 ? null : filter;
  },
};

/** Returns what was typed, with the settings that have an input on the page. */
export const readTyped = (posted: Posted): TypedWebhook => ({
  form_id: posted.text("form_id").trim(),
  preview_of: posted.text("preview_of"),
  headers: readHeaders(posted),
  signing_secret: posted.text("signing_secret").trim(),
  settings: readSettings<Required<Settings>>(posted, {
    settings: WEBHOOK_SETTINGS,
    others: OTHERS,
  }),
});

/** Returns what is stored, with the changes that were typed. */
export const mergeChanges = (
  stored: TypedWebhook,
  typed: TypedWebhook,
  changes: Settings,
): TypedWebhook => ({
  form_id: stored.form_id,
  preview_of: typed.preview_of,
  headers: changes.headers === undefined ? stored.headers : typed.headers,
  signing_secret: typed.signing_secret,
  settings: { ...stored.settings, ...changes },
});

export interface Shown {
  readonly typed: TypedWebhook;
  /** Where the form is posted; previews are posted to `${action}/preview`. */
  readonly action: string;
  readonly button: string;
  /** Whether `typed` is not what is stored, or for a new webhook not empty. */
  readonly isUnsaved: boolean;
  readonly previewed: PreviewOutcome | undefined;
  /** What the typed settings would have done. */
  readonly rehearsal?: Rehearsal | undefined;
  /** The submissions that can be previewed. */
  readonly submissions: SubmissionOptions;
  /** What the inputs are compared with when they are posted; `undefined` for a new webhook. */
  readonly original?: object;
  readonly conflicts?: readonly Conflict[];
  /** The options of a new webhook; the form of an existing one cannot be changed. */
  readonly forms?: readonly (readonly [string, string])[];
}

export function WebhookSettingInputs(shown: Shown) {
  const { typed, action, button, previewed, submissions, forms } = shown;
  const { isUnsaved, original, conflicts = [] } = shown;
  const { settings } = typed;
  const { url: typedUrl = "", content_type = "", template = "" } = settings;
  const inputs = { settings: WEBHOOK_SETTINGS, values: { ...settings } };
  const name = <SettingInputs {...inputs} group="name" />;
  const url = (
    <TextField
      name="url"
      label="URL"
      type="url"
      value={typedUrl}
      hint="Starts with https:// or http://."
      required
    />
  );
  return (
    <form
      class="fields wide"
      method="post"
      action={action}
      id="webhook-settings"
      {...draft(isUnsaved)}
      data-webhook
      data-formats={forms === undefined ? undefined : JSON.stringify(FORMAT_OF_HOST)}
      data-preview="/dashboard/webhooks/preview"
      data-preview-on="template content_type format preview_of"
      data-templates="template"
    >
      {/* Enter presses the first button, which must not be the preview. */}
      <button class="visually-hidden" tabindex={-1} aria-hidden="true">
        {button}
      </button>
      <Conflicts original={original} conflicts={conflicts} />
      {forms === undefined ? (
        <div class="columns">
          <input type="hidden" name="form_id" value={typed.form_id} />
          {name}
          {url}
        </div>
      ) : (
        <>
          <RequestKeyInput />
          <div class="columns">
            <Select
              name="form_id"
              label="Form"
              value={typed.form_id}
              options={forms}
              hint={`Its submissions are delivered. The form cannot be changed later. ${choiceHint(forms).hint ?? ""}`}
            />
            {name}
          </div>
          {url}
        </>
      )}
      <Choices
        name="format"
        legend="Format"
        class="formats"
        value={settings.format}
        options={FORMAT_OPTIONS}
      />
      <div class="editor">
        <fieldset class="only-custom">
          <legend>Custom payload</legend>
          <Select
            name="content_type"
            label="Content type"
            value={content_type}
            options={CONTENT_TYPES}
          />
          <TextArea name="template" label="Template" value={template} rows={14} code />
        </fieldset>
        <PreviewPane
          action={`${action}/preview`}
          submissions={submissions}
          preview_of={typed.preview_of}
          isShown={previewed !== undefined}
        >
          <PreviewResult previewed={previewed} template={template ?? ""} />
        </PreviewPane>
      </div>
      <MergeTags
        class="only-custom"
        isJson
        hint="{{x}} is escaped for the content type; {{{x}}} is not escaped. In JSON, put a tag in quotes or use JSONstringify."
      />
      <details class="folded" open={settings.filter != null}>
        <summary>Only some submissions</summary>
        <div class="stacked">
          <p class="hint">Only new submissions for which this holds are sent to the webhook.</p>
          <FilterHint />
          <FilterRows at="filter" member="filter" filter={settings.filter ?? {}} />
        </div>
      </details>
      <HeaderRows headers={typed.headers} />
      <div class="columns">
        <SettingInputs {...inputs} group="signature" />
        {forms === undefined ? null : (
          <TextField
            name="signing_secret"
            label="Signing secret"
            hint="If the receiver has one already. If empty, a new one is made."
            value={typed.signing_secret}
            autocomplete="off"
          />
        )}
      </div>
      <div class="checks">
        <SettingInputs {...inputs} group="checks" />
      </div>
      <Rehearsed answer={shown.rehearsal} />
      <div class="row">
        <button class="main">{button}</button>
        {original === undefined ? null : (
          <>
            <SaveAndTest />
            <RehearseButton action={action} />
          </>
        )}
      </div>
    </form>
  );
}

/** Content types of a template; empty is the default, JSON. The API accepts others. */
export const CONTENT_TYPES = [
  ["", "JSON (application/json)"],
  ["application/json", "application/json"],
  ["application/xml", "application/xml"],
  ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded"],
  ["multipart/form-data", "multipart/form-data (lines of name=value)"],
  ["text/plain", "text/plain"],
  ["application/graphql", "application/graphql"],
] as const;

const FORMAT_OPTIONS = Object.entries(FORMATS).map(
  ([name, { label, description, requirement }]) =>
    [
      name,
      label,
      requirement === undefined ? description : `${description} ${requirement}`,
    ] as const,
);
