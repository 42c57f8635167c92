/** Field rules as inputs, and the API request made from what was typed. */
import type { FieldRule } from "@intray/sdk/schemas";
import { FIELD_TYPES, type FieldType } from "../../domain/fields/field-rule.ts";
import type { Posted } from "../http/body.ts";
import { useFormError } from "../layout/form-errors.tsx";
import { Checkbox, Select, TextArea, TextField } from "../layout/fields.tsx";

const TYPES: Readonly<Record<FieldType, string>> = {
  text: "Text",
  textarea: "Text of several lines",
  email: "E-mail address",
  url: "Web address",
  tel: "Phone number",
  number: "Number",
  date: "Date",
  select: "Choice from a menu",
  radio: "Choice of one",
  checkbox: "Checkbox, with options a choice of several",
  hidden: "Hidden",
  file: "File",
};
const NEW_ROW: FieldRule = { name: "", type: "text" };
/** As many as a form may have, with a new one. */
const MAX_ROWS = 101;

/** Returns the typed rules as the API expects them, unvalidated. Rows without a name are left out. */
export function readRules(posted: Posted): FieldRule[] {
  const rules: FieldRule[] = [];
  for (let row = 0; row < MAX_ROWS && posted.has(`type_${row}`); row += 1) {
    const rule = readRule(posted, (member) => `${member}_${row}`);
    if (rule.name !== "") rules.push(rule);
  }
  return rules;
}

/** Returns what is stored as the page posts it if nothing is changed there: without members that mean the same as none. */
export const storedRules = (rules: readonly FieldRule[]) =>
  rules.map((rule) =>
    Object.fromEntries(
      Object.entries(rule).filter(([, value]) => value !== false && String(value) !== ""),
    ),
  );

function readRule(posted: Posted, at: (member: keyof FieldRule) => string): FieldRule {
  const text = (member: keyof FieldRule) => posted.text(at(member)).trim();
  const type = text("type") as FieldType;
  const limit = (member: "min" | "max") => {
    const typed = text(member);
    return type === "date" || Number.isNaN(Number(typed)) ? typed : Number(typed);
  };
  const options = [...posted.lines(at("options"))];
  const bytes = text("max_bytes");
  return {
    name: posted.text(at("name")).trim(),
    type,
    ...(text("label") === "" ? {} : { label: text("label") }),
    ...(posted.has(at("required")) ? { required: true } : {}),
    ...(posted.has(at("multiple")) ? { multiple: true } : {}),
    ...(text("min") === "" ? {} : { min: limit("min") }),
    ...(text("max") === "" ? {} : { max: limit("max") }),
    // Spaces may be part of a pattern.
    ...(posted.text(at("pattern")) === "" ? {} : { pattern: posted.text(at("pattern")) }),
    ...(options.length === 0 ? {} : { options }),
    ...(text("accept") === "" ? {} : { accept: text("accept") }),
    // Text that is not a number is sent unchanged, so that the API rejects it.
    ...(bytes === ""
      ? {}
      : { max_bytes: (Number.isNaN(Number(bytes)) ? bytes : Number(bytes)) as number }),
  };
}

/** Has one more row than rules, for a new one. Rules are removed by clearing their name. */
export const RuleRows = ({ rules }: { readonly rules: readonly FieldRule[] }) => (
  <>
    {[...rules, NEW_ROW].slice(0, MAX_ROWS).map((rule, row) => (
      <RuleRow rule={rule} row={row} />
    ))}
  </>
);

/** The members that are texts: label and hint. */
const TEXTS = [
  ["label", "Label", "Shown to visitors. By default the name."],
  [
    "min",
    "Smallest value or length",
    "Of a number, a date (2026-01-31), or the number of characters, options or files.",
  ],
  ["max", "Largest value or length", undefined],
  ["pattern", "Pattern", "A regular expression that the whole value matches, such as [0-9]{5}."],
  ["accept", "File types", "Such as .pdf, image/*."],
  ["max_bytes", "Largest file in bytes", undefined],
] as const;

interface RuleRowProps {
  readonly rule: FieldRule;
  readonly row: number;
}

function RuleRow({ rule, row }: RuleRowProps) {
  const about = (member: keyof FieldRule) => ({
    name: `${member}_${row}`,
    member: `fields.${row}.${member}`,
  });
  const textOf = ([member, label, hint]: (typeof TEXTS)[number]) => (
    <TextField
      {...about(member)}
      label={label}
      value={String(rule[member] ?? "")}
      {...(hint === undefined ? {} : { hint })}
    />
  );
  const isNew = rule === NEW_ROW;
  const { fields = [] } = useFormError() ?? {};
  const isWrong = fields.some(({ field }) => field.startsWith(`fields.${row}.`));
  return (
    <fieldset>
      <legend>{isNew ? "New field" : (rule.label ?? rule.name)}</legend>
      <TextField
        {...about("name")}
        label="Name"
        value={rule.name}
        hint={isNew ? "As in the page's HTML." : "Clear the name to remove the rule."}
      />
      <Select {...about("type")} label="Type" value={rule.type} options={TYPE_OPTIONS} />
      <Checkbox name={`required_${row}`} label="Required" checked={rule.required === true} />
      <details open={isWrong}>
        <summary>{`Label and limits${isNew ? "" : ` of ${rule.label ?? rule.name}`}`}</summary>
        {TEXTS.slice(0, 4).map((text) => textOf(text))}
        <TextArea
          {...about("options")}
          label="Options"
          value={(rule.options ?? []).join("\n")}
          hint="One per line."
        />
        <Checkbox
          name={`multiple_${row}`}
          label="Several options or files"
          checked={rule.multiple === true}
        />
        {TEXTS.slice(4).map((text) => textOf(text))}
      </details>
    </fieldset>
  );
}

const TYPE_OPTIONS = FIELD_TYPES.map((type) => [type, TYPES[type]] as const);
