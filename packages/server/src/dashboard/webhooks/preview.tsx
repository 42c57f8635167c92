/** Preview of the payload that a webhook's typed settings would send. */
import { indentJson } from "../deliveries/indent-json.ts";
import type { FormWebhookSettings } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { errorOf, dataOf } from "../http/api-client.ts";
import type { DashboardContext } from "../http/env.ts";
import { PreviewProblem, selectedSubmission } from "../layout/preview.tsx";

/** Of the payload; a template may render a megabyte. */
const MAX_SHOWN_CHARACTERS = 20_000;

export type PreviewOutcome =
  | { readonly kind: "payload"; readonly content_type: string; readonly body: string }
  | { readonly kind: "rejected"; readonly error: AppError };

/** Renders the payload for the submission with the id `preview_of`, or for sample data if it is empty. */
export async function previewPayload(
  c: DashboardContext,
  change: FormWebhookSettings,
  { form_id, preview_of }: { readonly form_id: string; readonly preview_of: string },
): Promise<PreviewOutcome> {
  const { format, template, content_type } = change;
  const response = await c.var.api.POST("/api/v1/form_webhooks/preview", {
    body: {
      form_webhook: {
        ...(format === undefined ? {} : { format }),
        ...(template === undefined ? {} : { template }),
        ...(content_type === undefined ? {} : { content_type }),
        ...(form_id === "" ? {} : { form_id }),
      },
      ...selectedSubmission(preview_of),
    },
  });
  const error = errorOf(response);
  if (error !== undefined) return { kind: "rejected", error };
  const { content_type: type, body } = dataOf(response);
  // The output of a custom template is shown unchanged.
  const shown = format === "custom" || !/\bjson\b/i.test(type) ? body : indentJson(body);
  return { kind: "payload", content_type: type, body: shown };
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
    const { error } = previewed;
    return (
      <PreviewProblem error={error} textOf={(field) => (field === "template" ? template : "")} />
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
