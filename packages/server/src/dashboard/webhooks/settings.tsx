/** The settings of a webhook as inputs, and the API request made from what was typed. */
import type { FormWebhook, FormWebhookSettings } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { WEBHOOK_DEFAULTS } from "../../domain/delivery/webhook.ts";
import type { Posted } from "../http/body.ts";
import type { Conflict } from "../http/own-changes.ts";
import { Conflicts, Original } from "../layout/conflicts.tsx";
import { RequestKey } from "../http/request-key.tsx";
import { draft, Checkbox, Select, TextArea, TextField } from "../layout/fields.tsx";
import { MergeTags } from "../layout/merge-tags.tsx";
import { PreviewPane, type SubmissionOptions } from "../layout/preview.tsx";
import { FORMATS, isFormat } from "../../delivery/payload/formats.ts";
import {
  headerChange,
  HeaderRows,
  storedHeaders,
  type HeaderInput,
  readHeaders,
} from "./headers.tsx";
import { type PreviewOutcome, PreviewResult } from "./preview.tsx";
import { AFTER_SAVING, TEST } from "./send-test.tsx";

/** The values of the inputs. */
export interface WebhookInput {
  readonly form_id: string;
  readonly name: string;
  readonly url: string;
  readonly format: string;
  readonly content_type: string;
  readonly template: string;
  readonly headers: readonly HeaderInput[];
  readonly trigger_when_spam: boolean;
  readonly enabled: boolean;
  /** Id of the submission to preview; empty for sample data. */
  readonly preview_of: string;
}

/** Returns the values for an existing webhook. */
export const inputOf = (webhook: FormWebhook): WebhookInput => ({
  form_id: String(webhook.form_id),
  name: webhook.name,
  url: webhook.url,
  format: webhook.format,
  content_type: webhook.content_type ?? "",
  template: webhook.template ?? "",
  headers: storedHeaders(webhook),
  trigger_when_spam: webhook.trigger_when_spam,
  enabled: webhook.enabled,
  preview_of: "",
});

/** Returns the values for a new webhook. */
export const emptyInput = (form_id: string): WebhookInput => ({
  ...WEBHOOK_DEFAULTS,
  form_id,
  name: "",
  url: "",
  content_type: "",
  template: "",
  headers: [],
  preview_of: "",
});

export const readInput = (posted: Posted): WebhookInput => ({
  form_id: posted.text("form_id").trim(),
  name: posted.text("name").trim(),
  url: posted.text("url").trim(),
  format: posted.text("format"),
  content_type: posted.text("content_type").trim(),
  template: posted.textArea("template"),
  headers: readHeaders(posted),
  trigger_when_spam: posted.has("trigger_when_spam"),
  enabled: posted.has("enabled"),
  preview_of: posted.text("preview_of"),
});

/** Returns the settings as the API expects them, unvalidated, without the form. */
export function webhookChange(typed: WebhookInput) {
  const { name, url, format, content_type, template, headers, trigger_when_spam } = typed;
  return {
    name,
    url,
    // The API rejects an unknown format.
    format: isFormat(format) ? format : (format as never),
    content_type: content_type === "" ? null : content_type,
    template: template === "" ? null : template,
    headers: headerChange(headers),
    trigger_when_spam,
  } satisfies FormWebhookSettings;
}

/** The settings of {@link webhookChange} with `enabled`. */
export const settingsOf = (typed: WebhookInput) => ({
  ...webhookChange(typed),
  enabled: typed.enabled,
});

/** Returns the stored values with those of the named settings as typed. */
export const mergeInput = (
  stored: WebhookInput,
  typed: WebhookInput,
  settings: readonly string[],
): WebhookInput => ({
  ...stored,
  ...Object.fromEntries(Object.entries(typed).filter(([name]) => settings.includes(name))),
  preview_of: typed.preview_of,
});

export interface Settings {
  readonly typed: WebhookInput;
  /** Where the form is posted; previews are posted to `${action}/preview`. */
  readonly action: string;
  readonly button: string;
  /** Whether `typed` is not what is stored, or for a new webhook not empty. */
  readonly isUnsaved: boolean;
  readonly error: AppError | undefined;
  readonly previewed: PreviewOutcome | undefined;
  /** The submissions that can be previewed. */
  readonly submissions: SubmissionOptions;
  /** What the inputs are compared with when they are posted; `undefined` for a new webhook. */
  readonly original?: object;
  readonly conflicts?: readonly Conflict[];
  /** The options of a new webhook; the form of an existing one cannot be changed. */
  readonly forms?: readonly (readonly [string, string])[];
}

export function WebhookSettings(settings: Settings) {
  const { typed, action, button, error, previewed, submissions, forms } = settings;
  const { isUnsaved, original, conflicts = [] } = settings;
  const name = <TextField name="name" label="Name" value={typed.name} error={error} />;
  const url = (
    <TextField
      name="url"
      label="URL"
      type="url"
      value={typed.url}
      hint="Starts with https:// or http://."
      required
      error={error}
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
      data-preview="/dashboard/webhooks/preview"
      data-preview-on="template content_type format preview_of"
      data-templates="template"
    >
      {/* Enter presses the first button, which must not be the preview. */}
      <button class="visually-hidden" tabindex={-1} aria-hidden="true">
        {button}
      </button>
      {original === undefined ? null : <Original settings={original} />}
      <Conflicts conflicts={conflicts} />
      {forms === undefined ? (
        <div class="columns">
          <input type="hidden" name="form_id" value={typed.form_id} />
          {name}
          {url}
        </div>
      ) : (
        <>
          <RequestKey />
          <div class="columns">
            <Select
              name="form_id"
              label="Form"
              value={typed.form_id}
              options={forms}
              hint="Its submissions are delivered. The form cannot be changed later."
              error={error}
            />
            {name}
          </div>
          {url}
        </>
      )}
      <Formats format={typed.format} error={error} />
      <div class="editor">
        <fieldset class="only-custom">
          <legend>Custom payload</legend>
          <Select
            name="content_type"
            label="Content type"
            value={typed.content_type}
            options={contentTypes(typed.content_type)}
            error={error}
          />
          <TextArea
            name="template"
            label="Template"
            value={typed.template}
            rows={14}
            code
            error={error}
          />
        </fieldset>
        <PreviewPane
          action={`${action}/preview`}
          submissions={submissions}
          preview_of={typed.preview_of}
          isShown={previewed !== undefined}
        >
          <PreviewResult previewed={previewed} template={typed.template} />
        </PreviewPane>
      </div>
      <MergeTags
        class="only-custom"
        isJson
        hint="{{x}} is escaped for the content type; {{{x}}} is not escaped. In JSON, put a tag in quotes or use JSONstringify."
      />
      <HeaderRows headers={typed.headers} error={error} />
      <div class="checks">
        <Checkbox
          name="trigger_when_spam"
          label="Include spam"
          hint="If disabled, spam is only delivered once it is marked as not spam."
          checked={typed.trigger_when_spam}
        />
        <Checkbox
          name="enabled"
          label="Enabled"
          hint="While disabled, deliveries are logged as skipped. They can be re-fired later."
          checked={typed.enabled}
        />
      </div>
      <div class="row">
        <button class="main">{button}</button>
        {original === undefined ? null : (
          <button name={AFTER_SAVING} value={TEST}>
            Save and send test
          </button>
        )}
      </div>
    </form>
  );
}

/** Content types of a template; empty is the default, JSON. */
export const CONTENT_TYPES = [
  ["", "JSON (application/json)"],
  ["application/json", "application/json"],
  ["application/xml", "application/xml"],
  ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded"],
  ["multipart/form-data", "multipart/form-data (lines of name=value)"],
  ["text/plain", "text/plain"],
  ["application/graphql", "application/graphql"],
] as const;

/** Adds the stored content type if it is not one of the options, since the API accepts others. */
const contentTypes = (stored: string) =>
  CONTENT_TYPES.some(([type]) => type === stored)
    ? CONTENT_TYPES
    : [...CONTENT_TYPES, [stored, stored] as const];

function Formats({
  format,
  error,
}: {
  readonly format: string;
  readonly error: AppError | undefined;
}) {
  const wrong = error?.fields.find(({ field }) => field === "format")?.message;
  return (
    <fieldset class="formats">
      <legend>Format</legend>
      {wrong === undefined ? null : <p class="wrong">{wrong}</p>}
      {Object.entries(FORMATS).map(([name, { label, description, requirement }]) => {
        return (
          <div class="check">
            <input
              type="radio"
              id={`format-${name}`}
              name="format"
              value={name}
              checked={name === format}
              aria-describedby={`format-${name}-hint`}
            />
            <div>
              <label for={`format-${name}`}>{label}</label>
              <p class="hint" id={`format-${name}-hint`}>
                {description}
                {requirement === undefined ? null : <> {requirement}</>}
              </p>
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}
