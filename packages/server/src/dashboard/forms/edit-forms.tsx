/** `/dashboard/forms/edit`: changes one setting of several forms, after it has shown what would change. */
import type { BulkChangedForm, FormSettings, Project } from "@intray/sdk/schemas";
import type { Hono } from "hono";
import { AppError } from "../../domain/errors.ts";
import { FORM_SETTINGS, SPAM_CHECKS } from "../../domain/form.ts";
import { MAIL_SETTINGS } from "../../domain/mail/settings.ts";
import type { AnySetting } from "../../domain/setting.ts";
import { plural } from "../format/quantities.ts";
import { dataOf, errorOf } from "../http/api-client.ts";
import { type Posted, readPosted } from "../http/body.ts";
import type { DashboardContext, DashboardEnv } from "../http/env.ts";
import { redirectWithNotice } from "../http/notice.ts";
import { Card } from "../layout/card.tsx";
import { textOf } from "../layout/conflicts.tsx";
import { PostForm, Select } from "../layout/fields.tsx";
import { Table } from "../layout/lists.tsx";
import { showPage } from "../layout/page.tsx";
import { readSettings, SettingInputs } from "../layout/setting-inputs.tsx";
import { Text } from "../layout/user-text.tsx";

/** The limit of the API. */
export const MAX_EDITED = 1_000;
const ADDRESS = "/dashboard/forms/edit";

type Editable = Readonly<Record<string, AnySetting>>;

/** The settings with a label, and how their values are sent: all but the name, which tells forms apart. */
function editableSettings(projects: readonly Pick<Project, "id" | "name">[]): Editable {
  const options = Object.fromEntries(projects.map(({ id, name }) => [id, name]));
  const checks = Object.entries(SPAM_CHECKS).map(
    ([name, check]) =>
      [`${CHECK}${name}`, { ...check, label: `Spam check: ${check.label}` }] as const,
  );
  const { archived, name: _, project_id, ...others } = FORM_SETTINGS;
  const project = { ...project_id, kind: "choice", default: 0, label: "Project", options } as const;
  const all: readonly (readonly [string, AnySetting])[] = [
    ...Object.entries({ archived, project_id: project, ...others }),
    ...checks,
  ];
  return Object.fromEntries(
    all.flatMap(([name, { when: _when, label, ...setting }]) => {
      if (label === undefined || setting.kind === "custom") return [];
      const prefix = name in MAIL_SETTINGS ? "E-mail: " : "";
      return [[name, { ...setting, label: prefix + label, group: "value" }]];
    }),
  );
}
const CHECK = "spam_checks.";

/** @param idsOfList The forms of the list that a page has posted the filter of. */
export function addEditRoutes(
  routes: Hono<DashboardEnv>,
  idsOfList: (
    posted: Posted,
    scope: DashboardContext["var"]["scope"],
  ) => Promise<readonly number[]>,
): void {
  routes.post("/edit", async (c) => {
    const posted = await readPosted(c);
    const ids = posted.has("all")
      ? await idsOfList(posted, c.var.scope)
      : [...new Set(posted.texts("form_id").map(Number))].filter((id) => id > 0);
    if (ids.length === 0) {
      return redirectWithNotice(c, "/dashboard/forms", "Nothing was changed: select forms first.");
    }
    const { projects } = dataOf(await c.var.api.GET("/api/v1/projects"));
    const settings = editableSettings(projects);
    const name = Object.hasOwn(settings, posted.text("setting")) ? posted.text("setting") : "";
    const setting = settings[name];
    const shown: Shown = { ids, settings, name };
    if (setting === undefined || !posted.has("act")) return showEdit(c, shown);
    const value = readValue(posted, name, setting);
    if (posted.text("act") === "preview") return preview(c, { ...shown, value });
    const versions = Object.fromEntries(
      posted.texts("version").map((one) => one.split(" ", 2)),
    ) as Readonly<Record<string, string>>;
    const error = errorOf(await change(c, { ids, name, value }, { versions }));
    if (error !== undefined) return preview(c, { ...shown, value, error });
    const sentence = `${setting.label} was changed in ${plural(ids.length, "form")}.`;
    return redirectWithNotice(c, "/dashboard/forms", sentence);
  });
}

/** The value that was typed, or that a preview was made of. */
function readValue(posted: Posted, name: string, setting: AnySetting): unknown {
  if (posted.has("value")) {
    try {
      return JSON.parse(posted.text("value"));
    } catch {
      throw new AppError("malformed", "The value cannot be read. Make the preview again.");
    }
  }
  return new Map(
    Object.entries(
      readSettings<Record<string, unknown>>(posted, { settings: { [name]: setting } }),
    ),
  ).get(name);
}

type Change = { readonly ids: readonly number[]; readonly name: string; readonly value?: unknown };

function change(
  c: DashboardContext,
  { ids, name, value }: Change,
  how: { readonly dry_run: true } | { readonly versions: Readonly<Record<string, string>> },
) {
  const set = name.startsWith(CHECK)
    ? { spam_checks: { [name.slice(CHECK.length)]: value } }
    : { [name]: value };
  const body = { form_ids: [...ids], set: set as FormSettings, ...how };
  return c.var.api.POST("/api/v1/forms/bulk", { body });
}

interface Shown extends Change {
  readonly settings: Editable;
  /** Why nothing was saved. */
  readonly error?: AppError | undefined;
  readonly forms?: readonly BulkChangedForm[];
}

async function preview(c: DashboardContext, shown: Shown): Promise<Response> {
  const answer = await change(c, shown, { dry_run: true });
  const wrong = errorOf(answer);
  if (wrong !== undefined) return showEdit(c, { ...shown, error: wrong });
  const isLate = shown.error?.code === "precondition_failed";
  const error = isLate
    ? new AppError(
        "conflict",
        "Nothing was saved: somebody else has changed one of the forms. Look at the preview again.",
      )
    : shown.error;
  return showEdit(c, { ...shown, error, forms: dataOf(answer).forms });
}

function showEdit(c: DashboardContext, shown: Shown): Promise<Response> {
  const { ids, settings, name, value, error, forms } = shown;
  const setting = settings[name];
  const values = { form_id: ids, setting: name };
  return showPage(c, {
    title: `Edit ${plural(ids.length, "form")}`,
    section: "forms",
    status: error === undefined ? 200 : 422,
    crumbs: [["Forms", "/dashboard/forms"]],
    content: (
      <>
        <Card title="Setting">
          <PostForm action={ADDRESS} button="Choose" look="other" values={{ form_id: ids }}>
            <Select
              name="setting"
              label="Setting"
              value={name}
              options={Object.entries(settings).map(([one, { label = one }]) => [one, label])}
            />
          </PostForm>
        </Card>
        {setting === undefined ? null : (
          <Card title="New value">
            <PostForm
              action={ADDRESS}
              error={error}
              button="Preview"
              look={forms === undefined ? "main" : "other"}
              values={{ ...values, act: "preview" }}
            >
              <SettingInputs
                settings={{ [name]: setting }}
                values={{ [name]: value }}
                group="value"
              />
            </PostForm>
          </Card>
        )}
        {setting === undefined || forms === undefined ? null : (
          <Preview {...shown} setting={setting} forms={forms} />
        )}
      </>
    ),
  });
}

function Preview({
  name,
  value,
  setting,
  forms,
}: Shown & { readonly setting: AnySetting; readonly forms: readonly BulkChangedForm[] }) {
  const refused = forms.filter(({ refusal }) => refusal !== null);
  const changed = forms.filter(({ refusal, changes }) => refusal === null && changes.length > 0);
  const same = forms.length - refused.length - changed.length;
  const inWords = (of: unknown): string => {
    const one = name.startsWith(CHECK)
      ? new Map(Object.entries(Object(of) as object)).get(name.slice(CHECK.length))
      : of;
    return (one === null ? setting.none : setting.options?.[String(one)]) ?? textOf(one);
  };
  const label = ({ name: own, project_name }: BulkChangedForm) => (
    <Text of={`${project_name} / ${own}`} />
  );
  return (
    <Card title="Preview" id="preview">
      <p>
        {`${plural(changed.length, "form")} will be changed. `}
        {same === 0 ? null : `${plural(same, "form has", "forms have")} this value already. `}
        {refused.length === 0 ? null : `${plural(refused.length, "form")} cannot be changed.`}
      </p>
      <Table
        class="stack"
        rows={[...changed, ...refused]}
        columns={[
          { heading: "Form", cell: label },
          {
            heading: "From",
            cell: ({ changes: [one] }) =>
              one === undefined ? null : <Text of={inWords(one.from)} />,
          },
          {
            heading: "To",
            cell: ({ changes: [one], refusal }) =>
              one === undefined ? (
                <span class="wrong">{refusal}</span>
              ) : (
                <Text of={inWords(one.to)} />
              ),
          },
        ]}
      />
      {changed.length === 0 ? null : (
        <PostForm
          action={ADDRESS}
          button={`Save ${plural(changed.length, "form")}`}
          values={{
            form_id: changed.map(({ id }) => id),
            version: changed.map(({ id, version }) => `${id} ${version}`),
            setting: name,
            value: JSON.stringify(value),
            act: "save",
          }}
        />
      )}
    </Card>
  );
}
