/** Preview of the payload that a webhook's typed settings would send. */
import { indentJson } from "../deliveries/indent-json.ts";
import type { FormWebhookSettings, Submission } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { errorOf, dataOf } from "../http/api-client.ts";
import type { DashboardContext } from "../http/env.ts";
import { visible } from "../../platform/text/safe-text.ts";

/** Submissions offered, in addition to the sample data. */
const MAX_SUBMISSION_OPTIONS = 20;
/** Of the payload; a template may render a megabyte. */
const MAX_SHOWN_CHARACTERS = 20_000;
const MAX_LABEL_CHARACTERS = 60;
const MAX_LINE_CHARACTERS = 160;

export type PreviewOutcome =
  | { readonly kind: "payload"; readonly content_type: string; readonly body: string }
  | { readonly kind: "rejected"; readonly error: AppError };

/** Renders the payload for the submission with the id `preview_of`, or for sample data if it is empty. */
export async function preview(
  c: DashboardContext,
  change: FormWebhookSettings,
  { form_id, preview_of }: { readonly form_id: string; readonly preview_of: string },
): Promise<PreviewOutcome> {
  const { format, template, content_type } = change;
  const response = await c.get("api").POST("/api/v1/form_webhooks/preview", {
    body: {
      form_webhook: {
        ...(format === undefined ? {} : { format }),
        ...(template === undefined ? {} : { template }),
        ...(content_type === undefined ? {} : { content_type }),
        ...(form_id === "" ? {} : { form_id }),
      },
      ...(/^[1-9][0-9]{0,15}$/.test(preview_of) ? { submission_id: Number(preview_of) } : {}),
    },
  });
  const error = errorOf(response);
  if (error !== undefined) return { kind: "rejected", error };
  const { content_type: type, body } = dataOf(response);
  // The output of a custom template is shown unchanged.
  const shown = format === "custom" || !/\bjson\b/i.test(type) ? body : indentJson(body);
  return { kind: "payload", content_type: type, body: shown };
}

/** Returns options for the newest submissions of a form: id, and id with sender. */
export async function previewOptions(
  c: DashboardContext,
  form_id: string,
): Promise<readonly (readonly [string, string])[]> {
  const sample = ["", "Sample data"] as const;
  if (form_id === "") return [sample];
  const found = await c.get("api").GET("/api/v1/submissions", {
    params: { query: { form_id, per_page: MAX_SUBMISSION_OPTIONS } },
  });
  if (errorOf(found) !== undefined) return [sample];
  return [sample, ...dataOf(found).submissions.map((one) => [String(one.id), label(one)] as const)];
}

function label({ id, email, form_params }: Submission): string {
  const first = form_params[0]?.value ?? "";
  const from = email ?? (typeof first === "string" ? first : first.join(", "));
  return `#${id} ${visible(from.replaceAll(/\s+/g, " ").slice(0, MAX_LABEL_CHARACTERS))}`;
}

/** The payload; for an invalid template, the error with its position. */
export function PreviewResult({
  previewed,
  template,
}: {
  readonly previewed: PreviewOutcome | undefined;
  readonly template: string;
}) {
  if (previewed === undefined) {
    return <p class="soft">The payload of the selected submission appears here.</p>;
  }
  if (previewed.kind === "rejected") {
    const { message } = previewed.error;
    return (
      <>
        <p class="wrong">{message}</p>
        <ErrorPosition message={message} template={template} />
      </>
    );
  }
  const { content_type, body } = previewed;
  return (
    <>
      <p class="small soft">{`Content-Type: ${content_type}`}</p>
      <pre class="wrap" tabindex={0} aria-label="Payload">
        {body.slice(0, MAX_SHOWN_CHARACTERS)}
      </pre>
      {body.length <= MAX_SHOWN_CHARACTERS ? null : (
        <p class="small soft">
          {`The first ${MAX_SHOWN_CHARACTERS.toLocaleString("en")} of ${body.length.toLocaleString("en")} characters.`}
        </p>
      )}
    </>
  );
}

/** The template's line that an error message names, with a caret below the column. */
function ErrorPosition({
  message,
  template,
}: {
  readonly message: string;
  readonly template: string;
}) {
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
