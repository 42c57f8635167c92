/** Previews of the mails about a submission, and tests of them that people send to themselves. */
import type { DeliveryErrorCode } from "../delivery/delivery.ts";
import type { PayloadSubmission } from "../delivery/payload-source.ts";
import type { NotifiedForm } from "./notified-form.ts";
import type { AnySetting } from "../setting.ts";
import { MAIL_SETTINGS, type MailSettings } from "./settings.ts";

export type PreviewedMail = NonNullable<AnySetting["mails"]>[number];

const settingsOf = (mail: PreviewedMail) =>
  Object.entries<AnySetting>(MAIL_SETTINGS).flatMap(([name, { mails }]) =>
    mails?.includes(mail) === true ? [name as keyof MailSettings] : [],
  );

export const PREVIEW_SETTINGS: Readonly<Record<PreviewedMail, readonly (keyof MailSettings)[]>> = {
  notification: settingsOf("notification"),
  answer: settingsOf("answer"),
};

/** A mail about a submission, as the form's settings make it. */
export interface PreviewSource {
  readonly mail: PreviewedMail;
  readonly form: NotifiedForm;
  readonly submission: PayloadSubmission;
}

export interface MailPreview {
  /** The address is `null` if e-mail is not set up. */
  readonly from: { readonly name: string; readonly address: string | null };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly reply_to: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface TestOutcome {
  readonly isAccepted: boolean;
  /** A sentence, with the answer of the relay. */
  readonly message: string;
  readonly smtp_status: number | null;
  readonly error_code: DeliveryErrorCode | null;
}

export interface MailPreviews {
  /** @throws RenderError of the form's templates, or RangeError. */
  readonly render: (source: PreviewSource) => Promise<MailPreview>;
  /**
   * Sends the mail to `to` alone, at once and without retries. Must not be called if e-mail is not set up.
   *
   * @throws RenderError of the form's templates, or RangeError.
   */
  readonly send: (source: PreviewSource, to: string) => Promise<TestOutcome>;
}
