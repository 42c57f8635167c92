import { indentJson } from "../deliveries/indent-json.ts";
/** The payload that the settings of a webhook come to, as they are typed. */
import type { FormWebhookSettings, Submission } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { errorOf, dataOf } from "../http/api-client.ts";
import type { DashboardContext } from "../http/env.ts";
import { visible } from "../format/safe-text.ts";

/** Submissions to choose from, besides the sample. */
const MAX_SUBMISSION_OPTIONS = 20;
/** Of a payload; a template may write a megabyte. */
const MAX_SHOWN_CHARACTERS = 20_000;
/** Of a label, and of a line of the template. */
const MAX_LABEL_CHARACTERS = 60;
const MAX_LINE_CHARACTERS = 160;

/** A payload, or why there is none. */
export type PreviewOutcome =
  | { readonly kind: "payload"; readonly content_type: string; readonly body: string }
  | { readonly kind: "refused"; readonly error: AppError };

/** Renders it for the submission that `preview_of` names; for a sample when it names none. */
export async function preview(
  c: DashboardContext,
  change: FormWebhookSettings,
  { form_id, preview_of }: { readonly form_id: string; readonly preview_of: string },
): Promise<PreviewOutcome> {
  const { format, template, content_type } = change;
  const answer = await c.get("api").POST("/api/v1/form_webhooks/preview", {
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
  const error = errorOf(answer);
  if (error !== undefined) return { kind: "refused", error };
  const { content_type: type, body } = dataOf(answer);
  // What an author has written is shown to the letter.
  const shown = format === "custom" || !/\bjson\b/i.test(type) ? body : indentJson(body);
  return { kind: "payload", content_type: type, body: shown };
}

/** The newest submissions of a form, as choices: id and who it is from. */
export async function previewOptions(
  c: DashboardContext,
  form_id: string,
): Promise<readonly (readonly [string, string])[]> {
  const sample = ["", "A sample"] as const;
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

/** What was rendered; for a template that is wrong, the line and the place in it. */
export function PreviewResult({
  previewed,
  template,
}: {
  readonly previewed: PreviewOutcome | undefined;
  readonly template: string;
}) {
  if (previewed === undefined) {
    return <p class="soft">What is sent for the chosen submission is shown here.</p>;
  }
  if (previewed.kind === "refused") {
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
      <pre class="wrap" tabindex={0} aria-label="The payload">
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

/** The line that a refusal speaks of, with a mark below the column. */
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
  // Tabs are as wide as the window likes; the mark needs them to be one.
  const shown = text.slice(from, from + MAX_LINE_CHARACTERS).replaceAll("\t", " ");
  return (
    <pre class="place" tabindex={0} data-line={line} data-column={column}>
      {`${line} | ${shown}\n${" ".repeat(line.length + 3 + at - from)}^`}
    </pre>
  );
}
