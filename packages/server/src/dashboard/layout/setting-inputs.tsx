/** Inputs for settings, and what was typed into them, as the settings declare them. */
import type { Child } from "hono/jsx";
import { type AnySetting, type AnySettings, namesOf } from "../../domain/setting.ts";
import type { Posted } from "../http/body.ts";
import { type InputReaders, readInputs } from "../http/own-changes.ts";
import { Checkbox, Dependent, Select, TextArea, TextField } from "./fields.tsx";
import { useFormError } from "./form-errors.tsx";

/** What a page shows in its inputs: the values by setting. */
export interface Inputs {
  readonly settings: AnySettings;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The inputs of a group, in the order of its declarations. @param props.others Inputs that are written by hand. */
export const SettingInputs = ({
  settings,
  values,
  group,
  others = {},
}: Inputs & { readonly group: string; readonly others?: Readonly<Record<string, Child>> }) => (
  <>
    {namesOf(settings, [group]).map((name) => {
      const setting = settings[name];
      if (setting === undefined) return null;
      const input = others[name] ?? (
        <SettingInput name={name} setting={setting} value={values[name]} />
      );
      return setting.when === undefined ? (
        input
      ) : (
        <Dependent on={setting.when} value={valueOf(values[setting.when[0]])}>
          {input}
        </Dependent>
      );
    })}
  </>
);

/** What an input of the value posts. A count of 0 is an empty input. */
function valueOf(value: unknown): string {
  if (value === 0) return "";
  if (typeof value === "object" && value !== null) return "provider" in value ? "yes" : "";
  return value === true ? "yes" : textOf(value);
}

function SettingInput({
  name,
  setting: { kind, default: preset, label = name, hint, rows, options = {}, none },
  value,
}: {
  readonly name: string;
  readonly setting: AnySetting;
  readonly value: unknown;
}) {
  const about = { name, label, ...(hint === undefined ? {} : { hint }) };
  if (kind === "flag") return <Checkbox {...about} checked={value === true} />;
  if (kind === "count") {
    return <TextField {...about} type="number" value={value === 0 ? "" : textOf(value)} />;
  }
  if (kind === "choice") {
    const choices = [
      ...(none === undefined ? [] : [["", none] as const]),
      ...Object.entries(options),
    ];
    return <Select {...about} value={textOf(value)} options={choices} />;
  }
  if (Array.isArray(preset)) return <TextArea {...about} value={textOf(value)} />;
  if (rows !== undefined) {
    return <TextArea {...about} value={textOf(value)} rows={rows} code={kind === "htmlTemplate"} />;
  }
  return <TextField {...about} value={textOf(value)} required={kind === "filled"} />;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join("\n");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

const isSame = (value: unknown, preset: unknown): boolean =>
  (value === true) === (preset === true) && textOf(value) === textOf(preset);

/** Whether a group has nothing but defaults, all of them accepted. */
export function isUntouched({ settings, values }: Inputs, group: string): boolean {
  const wrong = useFormError()?.fields.map(({ field }) => field) ?? [];
  return namesOf(settings, [group]).every(
    (name) => isSame(values[name], settings[name]?.default) && !wrong.includes(name),
  );
}

/**
 * Reads what was typed, as the API expects it, unvalidated.
 *
 * @param others How settings are read whose inputs are written by hand.
 */
export function readSettings<Change extends object>(
  posted: Posted,
  {
    settings,
    groups,
    others,
  }: {
    readonly settings: AnySettings;
    /** Default: all that have inputs. */
    readonly groups?: readonly string[];
    readonly others?: Partial<InputReaders<Change>>;
  },
): Partial<Change> {
  const readers = namesOf(settings, groups).map((name) => {
    const { kind, default: preset } = settings[name] ?? { kind: "text", default: null };
    const read = (inputs: Posted): unknown => {
      if (kind === "flag") return inputs.has(name);
      if (Array.isArray(preset)) return [...inputs.lines(name)];
      const text = inputs.textArea(name).trim();
      if (kind === "count") return countOf(text);
      if (typeof preset === "number") return Number(text);
      return text === "" && preset === null ? null : text;
    };
    return [name, read] as const;
  });
  return readInputs(posted, { ...Object.fromEntries(readers), ...others } as InputReaders<Change>);
}

/** Text that is not a number is returned unchanged, so that the API rejects it. */
export const countOf = (text: string): number =>
  Number.isNaN(Number(text)) ? (text as never) : Number(text);
