/** The e-mail settings of a form as inputs, and the API request made from what was typed. */
import type { Form, FormSettings, RecipientList } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import type { Language } from "../../platform/language.ts";
import type { MailSettings, NotificationSchedule, Weekday } from "../../domain/mail/settings.ts";
import { ErrorMessage } from "../layout/error-page.tsx";
import type { Posted } from "../http/body.ts";
import { Recipients } from "./recipients.tsx";
import { Checkbox, Select, TextArea, TextField } from "../layout/fields.tsx";

/** The members of a form that this page's section sets. */
type MailForm = Pick<Form, keyof MailSettings>;
type MailChange = Required<Pick<FormSettings, keyof MailSettings>>;

const SCHEDULES: Readonly<Record<NotificationSchedule, string>> = {
  immediately: "For each submission",
  hourly: "Once an hour",
  daily: "Once a day",
  weekly: "Once a week",
  off: "Never",
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

/** Returns the typed settings as the API expects them, unvalidated: the API checks them. */
export function mailChange(posted: Posted): MailChange {
  const text = (name: keyof MailSettings) => posted.text(name).trim();
  const orNull = (name: keyof MailSettings) => (text(name) === "" ? null : text(name));
  const isSet = (name: keyof MailSettings) => posted.has(name);
  return {
    notification_emails: text("notification_emails"),
    notification_cc_emails: text("notification_cc_emails"),
    notification_bcc_emails: text("notification_bcc_emails"),
    notification_subject: orNull("notification_subject"),
    notification_from_name: orNull("notification_from_name"),
    notification_schedule: text("notification_schedule") as NotificationSchedule,
    notification_hour: Number(text("notification_hour")),
    notification_weekday: text("notification_weekday") as Weekday,
    exclude_submitter_from_reply: isSet("exclude_submitter_from_reply"),
    data_receipt_email: isSet("data_receipt_email"),
    autoreply: isSet("autoreply"),
    autoreply_subject: orNull("autoreply_subject"),
    autoreply_body: orNull("autoreply_body"),
    autoreply_from_name: orNull("autoreply_from_name"),
    autoreply_greeting: orNull("autoreply_greeting"),
    autoreply_name: orNull("autoreply_name"),
    autoreply_title: orNull("autoreply_title"),
    autoreply_email: orNull("autoreply_email"),
    custom_template: orNull("custom_template"),
    use_custom_template: isSet("use_custom_template"),
    autoreply_custom_template: orNull("autoreply_custom_template"),
    autoreply_use_custom_template: isSet("autoreply_use_custom_template"),
    hide_dashboard_button: isSet("hide_dashboard_button"),
    logo: orNull("logo"),
    button_background_color: orNull("button_background_color"),
    button_text_color: orNull("button_text_color"),
    language: orNull("language") as Language | null,
  };
}

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

/** @param props.form As stored, or with the typed values of a rejected change. */
export function MailSection({
  form,
  recipients,
  error,
}: {
  readonly form: MailForm & Pick<Form, "id" | "mail_notice">;
  readonly recipients: RecipientList;
  readonly error: AppError | undefined;
}) {
  const fields = { form, error };
  return (
    <section class="card" id="email">
      <h2>E-mail</h2>
      <ErrorMessage error={error} />
      <Recipients form={form} {...recipients} />
      <form class="fields" method="post" action={`/dashboard/forms/${form.id}/email`}>
        <RecipientFields {...fields} />
        <NotificationFields {...fields} />
        <ReplyFields {...fields} />
        <AppearanceFields {...fields} />
        <div>
          <button class="main">Save e-mail settings</button>
        </div>
      </form>
    </section>
  );
}

interface Fields {
  readonly form: MailForm;
  readonly error: AppError | undefined;
}

function RecipientFields({ form, error }: Fields) {
  const { Lines } = inputs(form, error);
  return (
    <fieldset>
      <legend>Recipients</legend>
      <Lines
        name="notification_emails"
        label="To"
        hint="Who gets the submissions of this form: e-mail addresses, separated by commas. At most 50 in each list."
        rows={2}
      />
      <Lines name="notification_cc_emails" label="Cc" rows={2} />
      <Lines
        name="notification_bcc_emails"
        label="Bcc"
        hint="Other recipients do not see these addresses."
        rows={2}
      />
    </fieldset>
  );
}

function NotificationFields({ form, error }: Fields) {
  const { Text, Lines, Flag } = inputs(form, error);
  return (
    <fieldset>
      <legend>Notifications</legend>
      <Select
        name="notification_schedule"
        label="When"
        value={form.notification_schedule}
        options={options(SCHEDULES)}
        hint="Once an hour, a day or a week: one e-mail that lists the submissions since the last one."
        error={error}
      />
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
      <Flag name="hide_dashboard_button" label="Hide links to the dashboard" />
      <Flag name="use_custom_template" label="Use the HTML template" />
      <Lines
        name="custom_template"
        label="HTML template"
        hint="Replaces the built-in text. Has the merge tags of webhook templates."
        rows={8}
        code
      />
    </fieldset>
  );
}

function ReplyFields({ form, error }: Fields) {
  const { Text, Lines, Flag } = inputs(form, error);
  return (
    <fieldset>
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
      <Text name="autoreply_from_name" label="Sender's name of the answer" />
      <Text name="autoreply_greeting" label="Closing line" hint="Such as Kind regards." />
      <Text name="autoreply_name" label="Name in the signature" />
      <Text name="autoreply_title" label="Title or company in the signature" />
      <Text
        name="autoreply_email"
        label="E-mail address in the signature"
        hint="Replies to the answer go to this address."
      />
      <Flag name="autoreply_use_custom_template" label="Use the HTML template of the answer" />
      <Lines
        name="autoreply_custom_template"
        label="HTML template of the answer"
        hint="Replaces the text and the signature."
        rows={8}
        code
      />
    </fieldset>
  );
}

function AppearanceFields({ form, error }: Fields) {
  const { Text } = inputs(form, error);
  return (
    <fieldset>
      <legend>Appearance</legend>
      <Select
        name="language"
        label="Language"
        value={form.language ?? ""}
        options={[["", "Default (English)"], ...options(LANGUAGE_NAMES)]}
        error={error}
      />
      <Text name="logo" label="Logo" hint="The URL of an image, which must begin with https://." />
      <Text
        name="button_background_color"
        label="Color of buttons"
        hint="Such as #1a7f37. If empty, the built-in color is used."
      />
      <Text name="button_text_color" label="Color of the text of buttons" hint="Such as #ffffff." />
    </fieldset>
  );
}
