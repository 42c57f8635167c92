/** The form that creates an API key. */
import { useContext } from "hono/jsx";
import type { ApiKeySettings, ApiKeyWithText } from "@intray/sdk/schemas";
import { isKeyScope, KEY_SCOPES, type KeyScope } from "../../domain/account/api-key.ts";
import { type AppError, caught, invalid } from "../../domain/errors.ts";
import type { NamedForm } from "../../store/forms/form-names.ts";
import { dayRange, ZoneContext } from "../format/zone.ts";
import { dataOf } from "../http/api-client.ts";
import { NOTHING_POSTED, type Posted } from "../http/body.ts";
import type { DashboardContext, ShownProject } from "../http/env.ts";
import { choiceHint } from "../layout/form-label.ts";
import { onceFor } from "../http/request-key.tsx";
import { Checkbox, Choices, PostForm, Select, TextField } from "../layout/fields.tsx";

const DAY_S = 86_400;
/** Choices of days until a key expires. */
const DAYS = ["30", "90", "365"] as const;
const SCOPES = Object.entries(KEY_SCOPES).map(([scope, words]) => [scope, ...words] as const);

/** What a person has typed and chosen, as the inputs have it. */
export type TypedKey = ReturnType<typeof readTypedKey>;

const scopeOf = (text: string): KeyScope => (isKeyScope(text) ? text : "write");

export const readTypedKey = (posted: Posted) => ({
  name: posted.text("name").trim(),
  /** The id of a form, `project-` and the id of a project, or empty for the whole account. */
  form_id: posted.text("form_id"),
  scope: scopeOf(posted.text("scope")),
  can_delete: posted.has("can_delete"),
  allowed_ips: posted.text("allowed_ips").trim(),
  expires: posted.text("expires") || "never",
  expires_on: posted.text("expires_on").trim(),
});

export const EMPTY: TypedKey = readTypedKey(NOTHING_POSTED);

/**
 * Returns the settings of the key.
 *
 * @param zone Of the person: a key works until the end of the chosen day there.
 * @throws AppError `invalid` for an expiry that the form does not offer.
 */
function keySettings(typed: TypedKey, zone: string): ApiKeySettings {
  const { name, form_id, scope, can_delete } = typed;
  const [, project] = /^project-(\d+)$/.exec(form_id) ?? [];
  const access =
    form_id === ""
      ? ({ kind: "account" } as const)
      : project === undefined
        ? ({
            kind: "form",
            form_id: Number(form_id),
            can_delete: can_delete && scope === "write",
          } as const)
        : ({ kind: "project", project_id: Number(project) } as const);
  return {
    ...access,
    ...(name === "" ? {} : { name }),
    scope,
    ...(typed.allowed_ips !== "" && { allowed_ips: typed.allowed_ips.split(/[\s,]+/) }),
    ...expiryOf(typed, zone),
  };
}

function expiryOf({ expires, expires_on }: TypedKey, zone: string): ApiKeySettings {
  if (expires === "never") return {};
  const days = DAYS.find((one) => one === expires);
  // In seconds, not as a time: a double click has to send the same request twice.
  if (days !== undefined) return { expires_in: Number(days) * DAY_S };
  if (expires !== "date") throw invalid("expires", "Select when the key expires.");
  const range = dayRange(zone, expires_on);
  if (range === undefined) {
    throw invalid("expires_at", expires_on === "" ? "Enter a date." : "Enter a date that exists.");
  }
  return { expires_at: new Date(range.end).toISOString() };
}

/**
 * Creates a key with what a person has typed. A page that is sent twice creates one key. Returns the error if the key
 * cannot be created.
 *
 * @param others Settings that nobody types.
 */
export const createTypedKey = (
  c: DashboardContext,
  posted: Posted,
  others: Pick<ApiKeySettings, "user_code"> = {},
): Promise<ApiKeyWithText | AppError> =>
  caught(async () => {
    const api_key = { ...keySettings(readTypedKey(posted), c.var.zone.name), ...others };
    const key = { body: { api_key }, ...onceFor(posted) };
    return dataOf(await c.var.api.POST("/api/v1/api_keys", key));
  });

interface NewKeyFormProps {
  /** The program that gets the key. */
  readonly userCode?: string;
  readonly forms: readonly NamedForm[];
  /** If there are several. */
  readonly projects: readonly ShownProject[];
  /** The form that the page was opened for. */
  readonly other?: NamedForm | undefined;
  readonly typed?: TypedKey | undefined;
  readonly error: AppError | undefined;
}

export function NewKeyForm({ userCode, forms, projects, other, typed, error }: NewKeyFormProps) {
  const { form_id = String(other?.id ?? ""), ...shown } = typed ?? { ...EMPTY, form_id: undefined };
  const zone = useContext(ZoneContext);
  return (
    <PostForm
      action={userCode === undefined ? "/dashboard/keys" : "/dashboard/device"}
      error={error}
      button={userCode === undefined ? "Create key" : "Allow"}
      isOnce
      values={userCode === undefined ? {} : { user_code: userCode }}
    >
      <TextField
        name="name"
        label="Name"
        value={shown.name}
        hint="The program that uses the key."
      />
      <Select
        name="form_id"
        label="Access"
        value={form_id}
        {...choiceHint(forms)}
        options={[
          ["", "Whole account"],
          ...(projects.length < 2 ? [] : projects).map(
            ({ id, name }) => [`project-${id}`, `Only the project ${name}`] as const,
          ),
          ...forms.map(({ id, name }) => [String(id), `Only the form ${name}`] as const),
        ]}
        other={`Only the form ${other?.name ?? form_id}`}
      />
      <Choices name="scope" legend="Scope" value={shown.scope} options={SCOPES} />
      <div class="only-write">
        <Checkbox
          name="can_delete"
          label="Allow deleting submissions"
          hint="For keys of one form. Keys of the whole account that may change can always delete."
          checked={shown.can_delete}
        />
      </div>
      <TextField
        name="allowed_ips"
        label="Allowed addresses"
        value={shown.allowed_ips}
        hint="IP addresses and ranges such as 192.0.2.0/24, separated by spaces. Empty: all."
      />
      <Select
        name="expires"
        label="Expires"
        value={shown.expires}
        options={[
          ["never", "Never"],
          ...DAYS.map((days) => [days, `In ${days} days`] as const),
          ["date", "On a date"],
        ]}
      />
      <div class="only-date">
        <TextField
          name="expires_on"
          member="expires_at"
          label="Last day"
          type="date"
          value={shown.expires_on}
          hint={`For “On a date”: the key works until the end of this day in ${zone.name}.`}
        />
      </div>
    </PostForm>
  );
}
