/** The section "E-mail" of a form's page: recipients, settings, preview and log. */
import type { Delivery, Form, RecipientList } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { PREVIEW_SETTINGS } from "../../domain/mail/preview.ts";
import { MAIL_TEMPLATES } from "../../domain/mail/settings.ts";
import type { Conflict } from "../http/own-changes.ts";
import { Card } from "../layout/card.tsx";
import { Conflicts } from "../layout/conflicts.tsx";
import { draft, SaveBar } from "../layout/fields.tsx";
import { CheckedForm } from "../layout/form-errors.tsx";
import { MergeTags } from "../layout/merge-tags.tsx";
import type { SubmissionOptions } from "../layout/preview.tsx";
import {
  AppearanceFields,
  type MailValues,
  NotificationFields,
  RecipientFields,
  ReplyFields,
} from "./mail-fields.tsx";
import { storedMail } from "./mail-fields.tsx";
import { MailLog } from "./mail-log.tsx";
import { MailPreviewPane, type ShownPreview } from "./mail-preview.tsx";
import { RecipientTables } from "./recipients.tsx";

/** @param props.form As stored, or with the typed values of a rejected change or of a preview. */
export function MailSection({
  form,
  recipients,
  shown: { error, original, conflicts = [], preview = NO_PREVIEW },
  deliveries,
  submissions,
}: MailView) {
  const { previewed } = preview;
  const action = `/dashboard/forms/${form.id}/email`;
  return (
    <Card id="email" title="E-mail">
      <RecipientTables form={form} {...recipients} />
      <CheckedForm
        error={error}
        marked={previewed?.kind === "rejected" ? previewed.error : undefined}
      >
        <form
          class="fields wide"
          method="post"
          action={action}
          {...draft(original !== undefined)}
          data-preview={`${action}/preview/fragment`}
          data-preview-on={PREVIEWED_FIELDS}
          data-templates={MAIL_TEMPLATES.join(" ")}
        >
          {/* Enter presses the first button, which must not be the preview. */}
          <button class="visually-hidden" tabindex={-1} aria-hidden="true">
            Save e-mail settings
          </button>
          <Conflicts original={original ?? storedMail(form)} conflicts={conflicts} />
          <div class="columns">
            <div class="stacked">
              <RecipientFields form={form} />
              <NotificationFields form={form} />
            </div>
            <div class="stacked">
              <ReplyFields form={form} />
              <AppearanceFields form={form} />
            </div>
          </div>
          <MergeTags
            isJson={false}
            hint="For subjects, the text of the answer and HTML templates. In HTML, {{x}} is escaped."
          />
          <MailPreviewPane form={form} action={action} submissions={submissions} {...preview} />
          <SaveBar label="Save e-mail settings" />
        </form>
      </CheckedForm>
      <MailLog form={form} deliveries={deliveries} />
    </Card>
  );
}

export interface ShownMail {
  /** Why the settings, or a change of a recipient, were rejected. */
  readonly error?: AppError | undefined;
  /** What the inputs are compared with when they are posted; set if the page shows what was typed. */
  readonly original?: object;
  /** The typed settings that somebody else has changed. */
  readonly conflicts?: readonly Conflict[];
  readonly preview?: ShownPreview;
}

const NO_PREVIEW: ShownPreview = { kind: "notification", preview_of: "" };

interface MailView {
  readonly form: MailValues & Pick<Form, "id" | "mail_notice">;
  readonly recipients: RecipientList;
  readonly shown: ShownMail;
  /** The last ones of the form. */
  readonly deliveries: readonly Delivery[];
  readonly submissions: SubmissionOptions;
}

/** Names of the inputs that change the preview. */
const PREVIEWED_FIELDS = [
  ...new Set(Object.values(PREVIEW_SETTINGS).flat()),
  "preview_mail",
  "preview_of",
].join(" ");
