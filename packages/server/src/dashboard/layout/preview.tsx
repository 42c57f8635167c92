/** What previews of webhooks and e-mails share: the choice of a submission, the button, and where errors are. */
import type { Child } from "hono/jsx";
import type { Submission } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { visible } from "../../platform/text/safe-text.ts";
import { dataOf, errorOf, byQuery } from "../http/api-client.ts";
import type { DashboardContext } from "../http/env.ts";
import { Select } from "./fields.tsx";

/** Submissions offered, in addition to the sample data. */
const MAX_SUBMISSION_OPTIONS = 20;
const MAX_LABEL_CHARACTERS = 60;
const MAX_LINE_CHARACTERS = 160;

/** Value and label of each submission that can be previewed. */
export type SubmissionOptions = readonly (readonly [string, string])[];

/** Returns options for the newest submissions of a form: id, and id with sender. */
export async function submissionOptions(
  c: DashboardContext,
  form_id: string,
): Promise<SubmissionOptions> {
  const sample = ["", "Sample data"] as const;
  if (form_id === "") return [sample];
  const newest = byQuery({ form_id, per_page: MAX_SUBMISSION_OPTIONS });
  const found = await c.var.api.GET("/api/v1/submissions", newest);
  if (errorOf(found) !== undefined) return [sample];
  return [sample, ...dataOf(found).submissions.map((one) => [String(one.id), label(one)] as const)];
}

function label({ id, email, form_params }: Submission): string {
  const first = form_params[0]?.value ?? "";
  const from = email ?? (typeof first === "string" ? first : first.join(", "));
  return `#${id} ${visible(from.replaceAll(/\s+/g, " ").slice(0, MAX_LABEL_CHARACTERS))}`;
}

/** Returns the member of a request that names the selected submission; none for sample data. */
export const selectedSubmission = (preview_of: string): { readonly submission_id?: number } =>
  /^[1-9][0-9]{0,15}$/.test(preview_of) ? { submission_id: Number(preview_of) } : {};

/**
 * The preview inside of its form. `preview.js` updates it while people type; without script its button shows the
 * whole page again.
 */
export const PreviewPane = ({
  action,
  submissions,
  preview_of = "",
  isShown,
  more,
  actions,
  children,
  ...look
}: {
  /** The button posts the form to it. */
  readonly action: string;
  /** Without them it is not about a submission. */
  readonly submissions?: SubmissionOptions;
  /** Id of the selected submission; empty for sample data. */
  readonly preview_of?: string;
  /** Whether `children` show the typed settings already. */
  readonly isShown: boolean;
  /** Other inputs, before the one of the submission. */
  readonly more?: Child;
  /** Other buttons. */
  readonly actions?: Child;
  readonly class?: string;
  readonly children: Child;
}) => (
  <fieldset id="preview-pane" {...look}>
    <legend>Preview</legend>
    <div class="preview-controls">
      {more}
      {submissions === undefined ? null : (
        <Select name="preview_of" label="Submission" value={preview_of} options={submissions} />
      )}
      <div class="row">
        <button formaction={action} formnovalidate data-preview-button>
          Preview
        </button>
        {actions}
      </div>
    </div>
    <div id="preview" class="preview" data-shown={isShown ? "yes" : undefined}>
      {children}
    </div>
    <p class="visually-hidden" role="status" id="preview-status"></p>
  </fieldset>
);

/** Why there is no preview; for a template, the position of its error. `preview.js` copies it to the field. */
export function PreviewProblem({
  error,
  textOf,
}: {
  readonly error: AppError;
  /** Returns what was typed into a field. */
  readonly textOf: (field: string) => string;
}) {
  const [{ field } = { field: undefined }] = error.fields;
  return (
    <>
      <p class="wrong" data-field={field}>
        {error.message}
      </p>
      {field === undefined ? null : (
        <ErrorPosition message={error.message} template={textOf(field)} />
      )}
    </>
  );
}

type ErrorPositionProps = { readonly message: string; readonly template: string };

/** The template's line that an error message names, with a caret below the column. */
function ErrorPosition({ message, template }: ErrorPositionProps) {
  const [, line, column] = /line (\d+), column (\d+)/.exec(message) ?? [];
  const text = template.split("\n")[Number(line) - 1];
  if (line === undefined || text === undefined) return null;
  const at = Number(column) - 1;
  const from = Math.max(0, at - MAX_LINE_CHARACTERS / 2);
  // A tab's width varies; the caret needs one column per character.
  const shown = text.slice(from, from + MAX_LINE_CHARACTERS).replaceAll("\t", " ");
  return (
    <pre class="error-position" tabindex={0} data-line={line} data-column={column}>
      {`${line} | ${shown}\n${" ".repeat(line.length + 3 + at - from)}^`}
    </pre>
  );
}
