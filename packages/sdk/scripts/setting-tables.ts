/** Reads from openapi.yaml what `x-setting` declares, for `src/domain/settings.gen.ts` of the server. */
import type { Schema, Setting } from "./record-members.ts";

const TABLES = {
  formSettings: "FormSettings",
  spamChecks: "SpamChecks",
  webhookSettings: "FormWebhookSettings",
} as const;

/** The default of a setting that takes a value of the type, of the first such type. */
const EMPTY = [
  ["null", null],
  ["string", ""],
  ["array", []],
] as const;

type Schemas = Readonly<Record<string, Schema>>;
type Table = Readonly<Record<string, Setting>>;

/** @throws If a member of the schemas has no `x-setting`. */
export const settingTables = (schemas: Schemas): Readonly<Record<string, Table>> =>
  Object.fromEntries(
    Object.entries(TABLES).map(([table, name]) => {
      const members = schemas[name]?.properties ?? {};
      const forgotten = Object.keys(members).find((one) => members[one]?.["x-setting"] == null);
      if (forgotten === undefined) return [table, tableOf(members, schemas)];
      throw new Error(
        `${name}.${forgotten} in openapi.yaml has no x-setting. Declare its kind, group and label, or write "x-setting: false" if it is no setting.`,
      );
    }),
  );

/** Members without `x-setting` are left out. */
const tableOf = (members: Schemas, schemas: Schemas): Table =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, schema]) => {
      const setting = schema["x-setting"];
      return setting ? [[name, { ...impliedBy(schema, setting, schemas), ...setting }]] : [];
    }),
  );

/** What a setting has that does not name it: the kind of flags and choices, and an empty default. */
function impliedBy(schema: Schema, { options }: Setting, schemas: Schemas): Setting {
  const types = [schema, ...(schema.oneOf ?? [])].flatMap(({ type }) => type ?? []);
  if (types.includes("boolean")) return { kind: "flag", default: false };
  const kind = options === undefined ? {} : { kind: "choice" };
  const empty = EMPTY.find(([type]) => types.includes(type));
  if (empty !== undefined) return { ...kind, default: empty[1] };
  const parts = schemas[schema.$ref?.split("/").at(-1) ?? ""]?.properties ?? {};
  return {
    ...kind,
    default: Object.fromEntries(
      Object.entries(tableOf(parts, schemas)).map(([name, part]) => [name, part.default]),
    ),
  };
}
