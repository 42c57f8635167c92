/** The tabs of a form's page, and the groups of settings on each. */
import { FORM_SETTINGS } from "../../domain/form.ts";
import { namesOf } from "../../domain/setting.ts";

/** Label, and the ids of the sections that the page had before it had tabs. */
export const TABS = {
  install: ["Install"],
  grid: ["Table"],
  answers: ["Answers"],
  fields: ["Fields", "fields"],
  rules: ["Rules"],
  email: ["E-mail", "email", "email-log"],
  webhooks: ["Webhooks", "webhooks"],
  spam: ["Spam", "access", "spam"],
  "thank-you": ["Thank-you", "thank-you"],
  advanced: ["Advanced", "settings", "retention", "leads", "opening", "delete"],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Tab = keyof typeof TABS;
export const TAB_NAMES = Object.keys(TABS) as readonly Tab[];

/** The first tab has the address of the form. */
export const tabUrl = (form_id: number, tab: Tab): string =>
  `/dashboard/forms/${form_id}${tab === "install" ? "" : `/${tab}`}`;

interface Group {
  /** Settings that several tabs are about are on each of them. */
  readonly tabs: readonly Tab[];
  readonly title: string;
  /** Folded unless one of its settings is changed; of another group: inside of it. */
  readonly folded?: true | FormGroup;
  readonly hint?: string;
}

type FormGroup = Extract<
  (typeof FORM_SETTINGS)[keyof typeof FORM_SETTINGS],
  { readonly group: string }
>["group"];

/** Where each group that settings declare is shown. */
export const GROUPS: Readonly<Record<FormGroup, Group>> = {
  fields: { tabs: ["fields"], title: "Fields" },
  page: { tabs: ["fields"], title: "Page of the form" },
  rules: {
    tabs: ["rules"],
    title: "Rules",
    hint: "Applied to new posts, in their order. The page of a submission says which were applied, and why.",
  },
  recipients: { tabs: ["email"], title: "Recipients" },
  copies: { tabs: ["email"], title: "Cc and Bcc", folded: "recipients" },
  notification: { tabs: ["email"], title: "Notifications" },
  "notification-template": { tabs: ["email"], title: "HTML template", folded: "notification" },
  answer: { tabs: ["email"], title: "Answer to the submitter" },
  signature: { tabs: ["email"], title: "Sender and signature", folded: "answer" },
  "answer-template": { tabs: ["email"], title: "HTML template of the answer", folded: "answer" },
  "thank-you": { tabs: ["thank-you"], title: "Redirect and thank-you page" },
  look: {
    tabs: ["fields", "email", "thank-you"],
    title: "Appearance",
    folded: true,
    hint: "Of all pages that this server shows for the form, and of its e-mails.",
  },
  access: { tabs: ["spam"], title: "Access" },
  captcha: { tabs: ["spam"], title: "Captcha" },
  spam: { tabs: ["spam"], title: "Spam checks" },
  general: { tabs: ["advanced"], title: "General" },
  retention: { tabs: ["advanced"], title: "Retention" },
  opening: { tabs: ["advanced"], title: "Opening a submission" },
  leads: { tabs: ["advanced"], title: "Lead scoring" },
};

/** The groups of a tab, in their order. */
export const groupsOf = (tab: Tab): readonly FormGroup[] =>
  (Object.keys(GROUPS) as FormGroup[]).filter((name) => GROUPS[name].tabs.includes(tab));

/** The settings of a tab. */
export const settingsOf = (tab: Tab): readonly (keyof typeof FORM_SETTINGS)[] =>
  namesOf(FORM_SETTINGS, groupsOf(tab));
