/** The preview of a form's e-mails with the typed settings, and a test of them to the user's own address. */
import type { EmailPreview, Form, FormSettings, TestEmail } from "@intray/sdk/schemas";
import { AppError } from "../../domain/errors.ts";
import type { MailSettings } from "../../domain/mail/settings.ts";
import { PREVIEW_SETTINGS, type PreviewedMail } from "../../domain/mail/preview.ts";
import { truncateAt } from "../../platform/text/truncation.ts";
import { visible } from "../../platform/text/safe-text.ts";
import { attemptHint } from "../deliveries/delivery-labels.ts";
import { byForm, dataOf, errorOf } from "../http/api-client.ts";
import type { Posted } from "../http/body.ts";
import type { DashboardContext } from "../http/env.ts";
import { Facts } from "../layout/card.tsx";
import { Select } from "../layout/fields.tsx";
import type { SubmissionOptions } from "../layout/preview.tsx";
import { PreviewPane, PreviewProblem, selectedSubmission } from "../layout/preview.tsx";
import { Text } from "../layout/user-text.tsx";

/** Of the HTML and of the text; a template may render a megabyte. */
const MAX_SHOWN_CHARACTERS = 200_000;

type PreviewOutcome =
  | { readonly kind: "mail"; readonly mail: EmailPreview }
  | { readonly kind: "rejected"; readonly error: AppError };

/** The selected e-mail and submission, and what came of them. */
export interface ShownPreview {
  readonly kind: PreviewedMail;
  /** Id of the selected submission; empty for sample data. */
  readonly preview_of: string;
  /** `undefined` if nothing was previewed yet. */
  readonly previewed?: PreviewOutcome;
  /** What became of a test. */
  readonly test?: TestEmail | AppError;
}

const isKind = (text: string): text is PreviewedMail => Object.hasOwn(PREVIEW_SETTINGS, text);

export function readPreviewSelection(posted: Posted): Pick<ShownPreview, "kind" | "preview_of"> {
  const kind = posted.text("preview_mail");
  return { kind: isKind(kind) ? kind : "notification", preview_of: posted.text("preview_of") };
}

interface Request extends Pick<ShownPreview, "kind" | "preview_of"> {
  readonly form: Pick<Form, "id">;
  readonly change: FormSettings;
}

export async function previewMail(c: DashboardContext, request: Request): Promise<PreviewOutcome> {
  const shown = await c.var.api.POST("/api/v1/forms/{form_id}/email_preview", input(request));
  const error = errorOf(shown);
  return error === undefined
    ? { kind: "mail", mail: dataOf(shown) }
    : { kind: "rejected", error: withFieldNames(error) };
}

/** Sends the e-mail to the signed-in user. */
export async function sendTestMail(
  c: DashboardContext,
  request: Request,
): Promise<TestEmail | AppError> {
  const sent = await c.var.api.POST("/api/v1/forms/{form_id}/test_email", input(request));
  return errorOf(sent) ?? dataOf(sent);
}

/** Only the settings of this e-mail, so that others may be half typed. */
const input = ({ form, change, kind, preview_of }: Request) => ({
  ...byForm(form.id),
  body: {
    kind,
    form: Object.fromEntries(PREVIEW_SETTINGS[kind].map((name) => [name, change[name]])),
    ...selectedSubmission(preview_of),
  },
});

/** The API names a member of the wrong type or length `form.logo`; the input is named `logo`. */
const withFieldNames = (error: AppError): AppError =>
  new AppError(error.code, error.message, {
    fields: error.fields.map((one) => ({ ...one, field: one.field.replace(/^form\./, "") })),
  });

export const MailPreviewPane = ({
  form,
  action,
  submissions,
  kind,
  preview_of,
  previewed,
  test,
}: ShownPreview & {
  readonly form: Pick<Form, "mail_notice" | keyof MailSettings>;
  readonly action: string;
  readonly submissions: SubmissionOptions;
}) => (
  <PreviewPane
    action={`${action}/preview#preview-pane`}
    submissions={submissions}
    preview_of={preview_of}
    isShown={previewed !== undefined}
    more={
      <Select
        name="preview_mail"
        label="E-mail"
        value={kind}
        options={[
          ["notification", "Notification"],
          ["answer", "Answer to the submitter"],
        ]}
      />
    }
    actions={
      <button formaction={`${action}/test#preview-pane`} formnovalidate>
        Send me this
      </button>
    }
  >
    {test === undefined ? null : <TestResult test={test} />}
    <MailPreviewResult previewed={previewed} form={form} />
  </PreviewPane>
);

/** What the relay answered, in words, or why nothing was sent. */
export function TestResult({ test }: { readonly test: TestEmail | AppError }) {
  if (test instanceof AppError) {
    return (
      <p class="alert" role="alert">
        {visible(test.message)}
      </p>
    );
  }
  const { success, message, smtp_status, error_code } = test;
  const hint = attemptHint(
    { outcome: "failed", http_status: null, smtp_status: null, error_code },
    "email",
  );
  return (
    <div class={success ? "notice" : "alert"} role="status">
      <p>{visible(message)}</p>
      {success ? (
        <p class="small">If it does not arrive, look into the spam folder.</p>
      ) : hint === undefined || smtp_status !== null ? null : (
        <p class="small">{hint}</p>
      )}
    </div>
  );
}

/** The e-mail: headers, HTML in a frame that can neither run scripts nor open pages, and text. */
function MailPreviewResult({
  previewed,
  form,
}: {
  readonly previewed: PreviewOutcome | undefined;
  readonly form: Pick<Form, keyof MailSettings>;
}) {
  if (previewed === undefined) {
    return <p class="soft">The e-mail about the selected submission appears here.</p>;
  }
  if (previewed.kind === "rejected") {
    const textOf = (field: string) => {
      const value: unknown = Object.entries(form).find(([name]) => name === field)?.[1];
      return typeof value === "string" ? value : "";
    };
    return <PreviewProblem error={previewed.error} textOf={textOf} />;
  }
  const { from, to, cc, reply_to, subject, text, html } = previewed.mail;
  return (
    <>
      <Facts
        of={[
          ["Subject", <Text of={subject} />],
          ["From", <Text of={`${from.name} <${from.address ?? "the server's address"}>`} />],
          ["To", <Text of={to.join(", ") || "nobody yet"} />],
          ["Cc", cc.length === 0 ? null : <Text of={cc.join(", ")} />],
          ["Reply-To", reply_to === null ? null : <Text of={reply_to} />],
        ]}
      />
      <iframe
        class="mail"
        title="HTML part of the e-mail"
        sandbox=""
        referrerpolicy="no-referrer"
        srcdoc={truncateAt(html, MAX_SHOWN_CHARACTERS)}
      ></iframe>
      <p class="hint">
        Links do not work here. Of images, only those from the address of the saved logo are shown.
      </p>
      <details>
        <summary>Text part</summary>
        <pre class="wrap" tabindex={0} aria-label="Text part">
          {visible(truncateAt(text, MAX_SHOWN_CHARACTERS))}
        </pre>
      </details>
    </>
  );
}
