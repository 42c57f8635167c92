/** The settings of one tab of a form's page as inputs, and the API request made from what was typed. */
import type { Child } from "hono/jsx";
import type { Form, FormSettings as FormChange, Rehearsal } from "@intray/sdk/schemas";
import { FORM_SETTINGS } from "../../domain/form.ts";
import type { AppError } from "../../domain/errors.ts";
import type { Posted } from "../http/body.ts";
import type { DashboardContext, DashboardParts } from "../http/env.ts";
import type { Conflict } from "../http/own-changes.ts";
import { Conflicts } from "../layout/conflicts.tsx";
import { draft, SaveBar } from "../layout/fields.tsx";
import { Rehearsed, RehearseButton } from "../layout/rehearsal.tsx";
import { isUntouched, readSettings, SettingInputs } from "../layout/setting-inputs.tsx";
import { customInputs, READERS, storedCustom } from "./custom-settings.tsx";
import type { ShownPreview } from "./mail-preview.tsx";
import { GROUPS, groupsOf, settingsOf, type Tab, tabUrl } from "./groups.ts";

/** Returns the typed settings of the inputs on the tab, as the API expects them, unvalidated. */
export const readTab = (posted: Posted, tab: Tab): FormChange => {
  const names: readonly string[] = settingsOf(tab);
  return readSettings<FormChange>(posted, {
    settings: FORM_SETTINGS,
    groups: groupsOf(tab),
    others: Object.fromEntries(Object.entries(READERS).filter(([name]) => names.includes(name))),
  });
};

/** Returns the settings of a form as {@link readTab} returns them if nothing is changed on the tab. */
export function storedTab(form: Form, tab: Tab): { readonly [K in keyof FormChange]: unknown } {
  const all = { ...form, ...storedCustom(form) };
  return Object.fromEntries(settingsOf(tab).map((name) => [name, all[name]]));
}

/** The form with changes that are not stored. */
export const withChanges = (form: Form, change: FormChange): Form => ({
  ...form,
  ...change,
  project_id: change.project_id ?? form.project_id,
  retention_days: change.retention_days ?? form.retention_days,
  spam_checks: { ...form.spam_checks, ...change.spam_checks },
  captcha: change.captcha === undefined ? form.captcha : change.captcha,
});

export interface TabForm {
  readonly tab: Tab;
  /** As stored, or with what was typed. */
  readonly form: Form;
  readonly projects?: Parameters<typeof customInputs>[0]["projects"];
  readonly people?: Parameters<typeof customInputs>[0]["people"];
  /** What the inputs are compared with when they are posted, if they show what was typed, which is not stored. */
  readonly original?: object | undefined;
  readonly conflicts?: readonly Conflict[];
  /** Tells apart drafts of the same tab. */
  readonly draftOf?: string;
  /** For the script of the preview. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** After the inputs. */
  readonly pane?: Child;
  /** What the typed settings would have done. */
  readonly rehearsal?: Rehearsal | undefined;
}

/** The tabs whose settings decide about posts. */
export const REHEARSED_TABS: readonly Tab[] = ["fields", "rules", "spam"];

/** What a tab shows besides the stored settings: values that are typed but not saved, and how saving or a preview went. */
export interface Shown extends Pick<TabForm, "form" | "original" | "conflicts" | "draftOf"> {
  readonly rehearsal?: TabForm["rehearsal"];
  /** The form as stored, if `form` has typed settings. */
  readonly stored?: Form;
  /** Why the settings, or another change on the tab, were rejected. */
  readonly error?: AppError | undefined;
  /** What came of a preview of an e-mail. */
  readonly preview?: ShownPreview;
  /** Number of submissions, if the field rules are a proposal that is not saved. */
  readonly proposedFrom?: number;
  /** Why the deletion was rejected. */
  readonly deletion?: AppError;
}

/** What a tab has in addition to its settings. */
export interface TabContent extends Pick<TabForm, "projects" | "people" | "attributes" | "pane"> {
  /** An error that is only shown at the inputs that it is about, or that only sets the status. */
  readonly marked?: AppError | undefined;
  readonly before?: Child;
  readonly inCard?: Child;
  readonly after?: Child;
}
export type FillTab = (
  c: DashboardContext,
  parts: DashboardParts,
  shown: Shown,
) => Promise<TabContent> | TabContent;

export function TabSettings(props: TabForm) {
  const { tab, form, projects = [], people = [], original, conflicts = [], draftOf } = props;
  const { attributes, pane, rehearsal } = props;
  const inputs = { settings: FORM_SETTINGS, values: { ...form } };
  const others = customInputs({ form, projects, people });
  const groups = groupsOf(tab);
  const inputsOf = (group: string) => <SettingInputs {...inputs} others={others} group={group} />;
  const fold = (group: (typeof groups)[number]) => (
    <details class="folded" open={!isUntouched(inputs, group)}>
      <summary>{GROUPS[group].title}</summary>
      <div class="fields">
        {GROUPS[group].hint === undefined ? null : <p class="hint">{GROUPS[group].hint}</p>}
        {inputsOf(group)}
      </div>
    </details>
  );
  return (
    <form
      class="fields wide"
      method="post"
      action={tabUrl(form.id, tab)}
      {...draft(original !== undefined, draftOf)}
      {...attributes}
    >
      {/* Enter presses the first button, which must save. */}
      <button class="visually-hidden" tabindex={-1} aria-hidden="true">
        Save settings
      </button>
      <Conflicts original={original ?? storedTab(form, tab)} conflicts={conflicts} />
      <div class="groups">
        {groups.map((group) => {
          const { title, folded, hint } = GROUPS[group];
          if (folded !== undefined) return folded === true ? fold(group) : null;
          return (
            <fieldset id={`${group}-settings`} data-group={group}>
              <legend>{title}</legend>
              {hint === undefined ? null : <p class="hint">{hint}</p>}
              {inputsOf(group)}
              {groups.filter((one) => GROUPS[one].folded === group).map(fold)}
            </fieldset>
          );
        })}
      </div>
      {pane}
      <Rehearsed answer={rehearsal} />
      <SaveBar
        label="Save settings"
        more={
          REHEARSED_TABS.includes(tab) ? <RehearseButton action={tabUrl(form.id, tab)} /> : null
        }
      />
    </form>
  );
}
