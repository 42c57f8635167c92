/** The e-mail settings of a form as inputs. */
import type { Child } from "hono/jsx";
import type { Form } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import type { Language } from "../../platform/language.ts";
import type {
  MailSettings,
  NotificationAttachments,
  NotificationSchedule,
  Weekday,
} from "../../domain/mail/settings.ts";
import { Checkbox, Select, TextArea, TextField } from "../layout/fields.tsx";

/** The members of a form that this page's section sets. */
export type MailForm = Pick<Form, keyof MailSettings>;

const SCHEDULES: Readonly<Record<NotificationSchedule, string>> = {
  immediately: "For each submission",
  hourly: "Once an hour",
  daily: "Once a day",
  weekly: "Once a week",
  off: "Never",
};
const ATTACHMENTS: Readonly<Record<NotificationAttachments, string>> = {
  links: "As links",
  attached: "Attached, and as links",
};
const WEEKDAYS: Readonly<Record<Weekday, string>> = {
  monday: "Monday",
  tuesday: "Tuesday",
  wednesday: "Wednesday",
  thursday: "Thursday",
  friday: "Friday",
  saturday: "Saturday",
  sunday: "Sunday",
};
/** 0 to 23, as a clock shows them. */
const HOURS = Array.from(
  { length: 24 },
  (_, hour) => [String(hour), `${String(hour).padStart(2, "0")}:00`] as const,
);
/** In their own language. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  it: "Italiano",
  pt: "Português",
  nl: "Nederlands",
  pl: "Polski",
  ja: "日本語",
};

const options = (labels: Readonly<Record<string, string>>) => Object.entries(labels);

type Names<Value> = {
  [Name in keyof MailForm]: MailForm[Name] extends Value ? Name : never;
}[keyof MailForm];

interface Labels {
  readonly label: string;
  readonly hint?: string;
}

/** The inputs of the section, filled in from `form`. */
function inputs(form: MailForm, error: AppError | undefined) {
  return {
    Text: ({ name, ...labels }: Labels & { readonly name: Names<string | null> }) => (
      <TextField name={name} value={form[name]} error={error} {...labels} />
    ),
    Lines: ({
      name,
      ...labels
    }: Labels & {
      readonly name: Names<string | null>;
      readonly rows?: number;
      readonly code?: boolean;
    }) => <TextArea name={name} value={form[name]} error={error} {...labels} />,
    Flag: ({ name, ...labels }: Labels & { readonly name: Names<boolean> }) => (
      <Checkbox name={name} checked={form[name]} {...labels} />
    ),
  };
}

interface Fields {
  readonly form: MailForm;
  readonly error: AppError | undefined;
}

export function RecipientFields({ form, error }: Fields) {
  const { Lines } = inputs(form, error);
  return (
    <fieldset>
      <legend>Recipients</legend>
      <Lines
        name="notification_emails"
        label="To"
        hint="Who gets the submissions of this form: e-mail addresses, separated by commas. At most 50 in each list."
        rows={3}
      />
      <Folded
        label="Cc and Bcc"
        names={["notification_cc_emails", "notification_bcc_emails"]}
        {...{ form, error }}
      >
        <Lines name="notification_cc_emails" label="Cc" rows={2} />
        <Lines
          name="notification_bcc_emails"
          label="Bcc"
          hint="Other recipients do not see these addresses."
          rows={2}
        />
      </Folded>
    </fieldset>
  );
}

export function NotificationFields({ form, error }: Fields) {
  const { Text, Lines, Flag } = inputs(form, error);
  return (
    <fieldset data-preview-mail="notification">
      <legend>Notifications</legend>
      <Select
        name="notification_schedule"
        label="When"
        value={form.notification_schedule}
        options={options(SCHEDULES)}
        hint="Once an hour, a day or a week: one e-mail that lists the submissions since the last one."
        error={error}
      />
      <div class="halves">
        <Select
          name="notification_hour"
          label="Hour"
          value={String(form.notification_hour)}
          options={HOURS}
          hint="For once a day and once a week. In the time zone of the form."
          error={error}
        />
        <Select
          name="notification_weekday"
          label="Day of the week"
          value={form.notification_weekday}
          options={options(WEEKDAYS)}
          hint="For once a week."
          error={error}
        />
      </div>
      <Text
        name="notification_subject"
        label="Subject"
        hint="May contain merge tags, such as {{form_name}}. If empty, the built-in subject is used."
      />
      <Text
        name="notification_from_name"
        label="Sender's name"
        hint="If empty, the name of the form. The address is always that of this server."
      />
      <Flag
        name="exclude_submitter_from_reply"
        label="Do not send replies to the submitter"
        hint="Otherwise a reply to a notification goes to the submitter's address."
      />
      <Select
        name="notification_attachments"
        label="Files"
        value={form.notification_attachments}
        options={options(ATTACHMENTS)}
        hint="Up to 10 MiB are attached; larger files are only links."
        error={error}
      />
      <Flag name="hide_dashboard_button" label="Hide links to the dashboard" />
      <Folded label="HTML template" names={["custom_template"]} {...{ form, error }}>
        <Flag
          name="use_custom_template"
          label="Use this template"
          hint="Otherwise notifications have the built-in design."
        />
        <Lines name="custom_template" label="HTML of notifications" rows={10} code />
      </Folded>
    </fieldset>
  );
}

export function ReplyFields({ form, error }: Fields) {
  const { Text, Lines, Flag } = inputs(form, error);
  return (
    <fieldset data-preview-mail="answer">
      <legend>Answer to the submitter</legend>
      <Flag
        name="autoreply"
        label="Answer automatically"
        hint="Spam gets no answer, and an address gets one in 24 hours."
      />
      <Flag name="data_receipt_email" label="Send a copy of the submitted data" />
      <Text name="autoreply_subject" label="Subject of the answer" />
      <Lines
        name="autoreply_body"
        label="Text of the answer"
        hint="May contain merge tags, such as {{form_name}}. If empty, the built-in text is used."
        rows={6}
      />
      <Folded label="Sender and signature" names={SIGNATURE} {...{ form, error }}>
        <Text
          name="autoreply_from_name"
          label="Sender's name of the answer"
          hint="If empty, the name of the form."
        />
        <Text name="autoreply_greeting" label="Closing line" hint="Such as Kind regards." />
        <Text name="autoreply_name" label="Name in the signature" />
        <Text name="autoreply_title" label="Title or company in the signature" />
        <Text
          name="autoreply_email"
          label="E-mail address in the signature"
          hint="Replies to the answer go to this address."
        />
      </Folded>
      <Folded
        label="HTML template of the answer"
        names={["autoreply_custom_template"]}
        {...{ form, error }}
      >
        <Flag
          name="autoreply_use_custom_template"
          label="Use this template of the answer"
          hint="It replaces the text and the signature."
        />
        <Lines name="autoreply_custom_template" label="HTML of the answer" rows={10} code />
      </Folded>
    </fieldset>
  );
}

export function AppearanceFields({ form, error }: Fields) {
  const { Text } = inputs(form, error);
  return (
    <Folded label="Appearance" names={LOOK} {...{ form, error }}>
      <p class="hint">Also of the thank-you and error pages of the form.</p>
      <Select
        name="language"
        label="Language"
        value={form.language ?? ""}
        options={[["", "Default (English)"], ...options(LANGUAGE_NAMES)]}
        error={error}
      />
      <Text name="logo" label="Logo" hint="The URL of an image, which must begin with https://." />
      <div class="halves">
        <Text
          name="button_background_color"
          label="Color of buttons"
          hint="Such as #1a7f37. If empty, the built-in color is used."
        />
        <Text
          name="button_text_color"
          label="Color of their text"
          hint="Such as #ffffff. Black or white if empty, or if it cannot be read on the button."
        />
      </div>
    </Folded>
  );
}

const SIGNATURE = [
  "autoreply_from_name",
  "autoreply_greeting",
  "autoreply_name",
  "autoreply_title",
  "autoreply_email",
] as const;
const LOOK = ["logo", "button_background_color", "button_text_color", "language"] as const;

/** Settings that few forms have. Open if the form has one of `names`, or if one of them is wrong. */
function Folded({
  label,
  names,
  form,
  error,
  children,
}: Fields & {
  readonly label: string;
  readonly names: readonly (keyof MailForm)[];
  readonly children?: Child;
}) {
  const isOpen = names.some(
    (name) =>
      (form[name] ?? "") !== "" || error?.fields.some(({ field }) => field === name) === true,
  );
  return (
    <details class="folded" open={isOpen}>
      <summary>{label}</summary>
      <div class="fields">{children}</div>
    </details>
  );
}
