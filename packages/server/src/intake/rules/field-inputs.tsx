/** The inputs of a form, made from its field rules. */
import { type FieldRule, labelOf } from "../../domain/fields/field-rule.ts";
import { inputAttributes, inputKindOf } from "@intray/sdk/snippet";
import { isDate, numberOf } from "../../domain/fields/input-values.ts";

export interface Filled {
  /** The name as the page sent it, which may end with `[]`. */
  readonly name: string;
  readonly values: readonly string[];
}

interface FieldInputsProps {
  readonly fields: readonly FieldRule[];
  /** What was typed, by the names of the rules. */
  readonly filled?: ReadonlyMap<string, Filled>;
  /** What is wrong, by the names of the rules. */
  readonly wrong?: ReadonlyMap<string, string>;
}

export const FieldInputs = ({ fields, filled, wrong }: FieldInputsProps) => (
  <>
    {fields.map((rule, index) => (
      <FieldInput
        rule={rule}
        id={inputId(index)}
        filled={filled?.get(rule.name)}
        wrong={wrong?.get(rule.name)}
      />
    ))}
  </>
);

export const inputId = (index: number) => `field-${index}`;

interface FieldInputProps {
  readonly rule: FieldRule;
  readonly id: string;
  readonly filled: Filled | undefined;
  readonly wrong: string | undefined;
}

function FieldInput({ rule, id, filled, wrong }: FieldInputProps) {
  const values = filled?.values ?? [];
  const about = [
    ...(rule.help === undefined ? [] : [`${id}-help`]),
    ...(wrong === undefined ? [] : [`${id}-wrong`]),
  ];
  const attributes = {
    ...inputAttributes(rule),
    name: filled?.name ?? rule.name,
    ...(wrong === undefined ? {} : { "aria-invalid": "true" as const }),
    ...(about.length === 0 ? {} : { "aria-describedby": about.join(" ") }),
  };
  if (rule.type === "hidden") return <input {...attributes} id={id} value={values[0] ?? ""} />;
  const message = (
    <>
      {rule.help === undefined ? null : (
        <p class="soft" id={`${id}-help`} dir="auto">
          {rule.help}
        </p>
      )}
      {wrong === undefined ? null : (
        <p class="bad" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </>
  );
  const mark = rule.required === true ? <span aria-hidden="true"> *</span> : null;
  if (inputKindOf(rule) === "group") {
    return (
      <fieldset id={id} tabindex={-1}>
        <legend dir="auto">
          {labelOf(rule)}
          {mark}
        </legend>
        {rule.options?.map((option) => (
          <label class="box" dir="auto">
            <input {...attributes} value={option} checked={values.includes(option)} /> {option}
          </label>
        ))}
        {message}
      </fieldset>
    );
  }
  const label = (
    <span dir="auto">
      {labelOf(rule)}
      {mark}
    </span>
  );
  if (inputKindOf(rule) === "box") {
    return (
      <div class="field">
        <label class="box">
          <input {...attributes} id={id} value={values[0] ?? "yes"} checked={values.length > 0} />
          {label}
        </label>
        {message}
      </div>
    );
  }
  return (
    <div class="field">
      <label>
        {label} <ValueInput rule={rule} attributes={{ ...attributes, id }} values={values} />
      </label>
      {message}
    </div>
  );
}

interface ValueInputProps {
  readonly rule: FieldRule;
  readonly attributes: Readonly<Record<string, string | true>>;
  readonly values: readonly string[];
}

function ValueInput({ rule, attributes, values }: ValueInputProps) {
  const [value = ""] = values;
  if (rule.type === "textarea") {
    // HTML parsers drop the first newline of a textarea's content.
    return <textarea {...attributes} rows={4} dir="auto">{`\n${value}`}</textarea>;
  }
  if (rule.type === "select") {
    return (
      <select {...attributes}>
        {rule.multiple === true ? null : <option value="" />}
        {rule.options?.map((option) => (
          <option value={option} selected={values.includes(option)}>
            {option}
          </option>
        ))}
      </select>
    );
  }
  if (rule.type === "file") return <input {...attributes} />;
  return <input {...attributes} type={showType(rule, value)} value={value} dir="auto" />;
}

/** Browsers drop a value that is not of the input's type, so it is shown as text. */
function showType({ type }: FieldRule, value: string): string {
  const isShown =
    value === "" ||
    (type === "number" ? numberOf(value) !== undefined : type !== "date" || isDate(value));
  return isShown ? type : "text";
}
