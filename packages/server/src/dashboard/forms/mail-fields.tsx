/** The e-mail settings of a form as inputs, and what was typed into them. */
import type { Child } from "hono/jsx";
import type { Form, FormSettings } from "@intray/sdk/schemas";
import { MAIL_SETTINGS, type MailSettings } from "../../domain/mail/settings.ts";
import { namesOf } from "../../domain/setting.ts";
import type { Posted } from "../http/body.ts";
import { isUntouched, readSettings, SettingInputs } from "../layout/setting-inputs.tsx";

/** The members of a form that this page's section sets. */
export type MailValues = Pick<Form, keyof MailSettings>;
export type MailChange = Pick<FormSettings, keyof MailSettings>;

/** Returns the typed settings of the inputs on the page, as the API expects them, unvalidated. */
export const readMailChange = (posted: Posted): MailChange =>
  readSettings<MailChange>(posted, { settings: MAIL_SETTINGS });

/** Returns the settings of a form as {@link readMailChange} returns them if nothing is changed on its page. */
export const storedMail = (form: MailValues): { readonly [K in keyof MailChange]: unknown } =>
  Object.fromEntries(namesOf(MAIL_SETTINGS).map((name) => [name, form[name]]));

type MailGroup = (typeof MAIL_SETTINGS)[keyof MailSettings]["group"];

interface Fields {
  readonly form: MailValues;
}

const inputsOf = ({ form }: Fields) => ({ settings: MAIL_SETTINGS, values: { ...form } });

/** The inputs of a group of settings. */
const Group = ({ of, ...fields }: Fields & { readonly of: MailGroup }) => (
  <SettingInputs {...inputsOf(fields)} group={of} />
);

interface FoldedProps extends Fields {
  readonly label: string;
  readonly groups: readonly MailGroup[];
  readonly children?: Child;
}

/** Settings that few forms have: folded, unless the form has one of them or one is wrong. */
function Folded({ label, groups, children, ...fields }: FoldedProps) {
  const isOpen = !groups.every((of) => isUntouched(inputsOf(fields), of));
  return (
    <details class="folded" open={isOpen}>
      <summary>{label}</summary>
      <div class="fields">{children ?? groups.map((of) => <Group of={of} {...fields} />)}</div>
    </details>
  );
}

export function RecipientFields(fields: Fields) {
  return (
    <fieldset>
      <legend>Recipients</legend>
      <Group of="to" {...fields} />
      <Folded label="Cc and Bcc" groups={["copies"]} {...fields} />
    </fieldset>
  );
}

export function NotificationFields(fields: Fields) {
  return (
    <fieldset data-preview-mail="notification">
      <legend>Notifications</legend>
      <Group of="schedule" {...fields} />
      <div class="halves">
        <Group of="schedule-time" {...fields} />
      </div>
      <Group of="notification" {...fields} />
      <Folded label="HTML template" groups={["notification-template"]} {...fields} />
    </fieldset>
  );
}

export function ReplyFields(fields: Fields) {
  return (
    <fieldset data-preview-mail="answer">
      <legend>Answer to the submitter</legend>
      <Group of="answer-mail" {...fields} />
      <Folded label="Sender and signature" groups={["signature"]} {...fields} />
      <Folded label="HTML template of the answer" groups={["answer-template"]} {...fields} />
    </fieldset>
  );
}

export function AppearanceFields(fields: Fields) {
  return (
    <Folded label="Appearance" groups={["look", "look-colors"]} {...fields}>
      <p class="hint">Also of the thank-you and error pages of the form.</p>
      <Group of="look" {...fields} />
      <div class="halves">
        <Group of="look-colors" {...fields} />
      </div>
    </Folded>
  );
}
