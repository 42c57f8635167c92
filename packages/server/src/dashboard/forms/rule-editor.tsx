/** Field rules as inputs, and the API request made from what was typed. */
import type { FieldRule } from "@intray/sdk/schemas";
import type { Child } from "hono/jsx";
import type { FieldType } from "../../domain/fields/field-rule.ts";
import { FIELD_TYPES, HAS_OPTIONS, HAS_PATTERN, labelOf } from "../../domain/fields/field-rule.ts";
import type { Posted } from "../http/body.ts";
import { useFormError } from "../layout/form-errors.tsx";
import { Checkbox, Dependent, Select, TextArea, TextField } from "../layout/fields.tsx";
import { countOf } from "../layout/setting-inputs.tsx";

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
/** As many as a form may have, and one that is too many, so that the API says so. */
const MAX_ROWS = 101;

/** Returns the typed rules as the API expects them, unvalidated. Rows without a name are left out. */
export const readRules = (posted: Posted): FieldRule[] =>
  [...readRows(posted), ...readNewFields(posted)].filter(({ name }) => name !== "");

function readRows(posted: Posted): FieldRule[] {
  const rows: FieldRule[] = [];
  while (rows.length < MAX_ROWS && posted.has(`type_${rows.length}`)) {
    const row = rows.length;
    rows.push(readRule(posted, (member) => `${member}_${row}`));
  }
  return rows;
}

/** Types of fields by words of their names. */
const GUESSES: readonly (readonly [RegExp, FieldType])[] = [
  [/e-?mail/i, "email"],
  [/phone|mobile|\btel|fax/i, "tel"],
  [/message|comment|question|description|notes?$/i, "textarea"],
  [/website|url|homepage/i, "url"],
  [/\bdate|birthday/i, "date"],
  [/\bfiles?\b|upload|attachment|\bcv\b|resume/i, "file"],
  [/number of|amount|quantity|\bage\b/i, "number"],
];

/** The fields whose labels were typed, separated by commas or lines; `*` after one: it is required. */
function readNewFields(posted: Posted): FieldRule[] {
  const labels = posted.lines("new_fields").flatMap((line) => line.split(/[,;]/));
  return labels.flatMap((typed) => {
    const label = typed.replaceAll("*", "").trim();
    const name = label.toLowerCase().replaceAll("e-mail", "email");
    const words = name.match(/[\p{L}\p{M}\p{N}]+/gu);
    if (words === null) return [];
    const rule = {
      name: words.join("_"),
      type: GUESSES.find(([is]) => is.test(label))?.[1] ?? "text",
    };
    return {
      ...rule,
      ...(labelOf(rule) === label ? {} : { label }),
      ...(typed.includes("*") ? { required: true } : {}),
    };
  });
}

/** The typed rules after the act of a button: `add`, `up 2`, `down 2`, `delete 2` or `move 2 0`. */
export function arrangeRules(posted: Posted): FieldRule[] {
  const [act, ...places] = posted.text("arrange").split(" ");
  const [from = 0, place = 0] = places.map(Number);
  const rows = readRows(posted);
  const to = { up: Math.max(from - 1, 0), down: from + 1, move: place }[act ?? ""];
  if (act === "delete") rows.splice(from, 1);
  else if (to !== undefined) rows.splice(to, 0, ...rows.splice(from, 1));
  return [...rows, ...readNewFields(posted)].filter(({ name }) => name !== "");
}

/** Without members that mean the same as none, as the page posts a rule. */
const withoutEmpty = ({ name, type, ...others }: FieldRule): FieldRule => ({
  name,
  type,
  ...Object.fromEntries(
    Object.entries(others).filter(([, value]) => value !== false && String(value) !== ""),
  ),
});

/** Returns what is stored as the page posts it if nothing is changed there. */
export const storedRules = (rules: readonly FieldRule[]) => rules.map(withoutEmpty);

function readRule(posted: Posted, at: (member: keyof FieldRule) => string): FieldRule {
  const text = (member: keyof FieldRule) => posted.text(at(member)).trim();
  const type = text("type") as FieldType;
  // Text that is not a number is sent unchanged, so that the API rejects it.
  const number = (member: "min" | "max" | "max_bytes") =>
    text(member) === "" || type === "date" ? (text(member) as never) : countOf(text(member));
  return withoutEmpty({
    name: text("name"),
    type,
    label: text("label"),
    help: text("help"),
    required: posted.has(at("required")),
    multiple: posted.has(at("multiple")),
    min: number("min"),
    max: number("max"),
    // Spaces may be part of a pattern.
    pattern: posted.text(at("pattern")),
    options: [...posted.lines(at("options"))],
    accept: text("accept"),
    max_bytes: number("max_bytes"),
  });
}

interface RuleRowsProps {
  readonly rules: readonly FieldRule[];
  /** Where the buttons that arrange the rows post the form. */
  readonly arrangeUrl: string;
}

/** A row for each rule, and the place to add several. */
export const RuleRows = ({ rules, arrangeUrl }: RuleRowsProps) => (
  <>
    {rules.map((rule, row) => (
      <RuleRow rule={rule} row={row} isLast={row === rules.length - 1} arrangeUrl={arrangeUrl} />
    ))}
    <TextArea
      name="new_fields"
      label="New fields"
      rows={2}
      hint="Their labels, separated by commas: Name*, E-mail*, Phone, Message. An asterisk makes one required."
    />
    <div>
      <ArrangeButton to={arrangeUrl} act="add" label="Add fields" />
    </div>
  </>
);

interface ArrangeButtonProps {
  readonly to: string;
  readonly act: string;
  readonly label: string;
  /** Shown instead of the label. */
  readonly sign?: string;
  readonly disabled?: boolean;
}

const ArrangeButton = ({ to, act, label, sign, disabled = false }: ArrangeButtonProps) => (
  <button
    name="arrange"
    value={act}
    formaction={to}
    formnovalidate
    disabled={disabled}
    aria-label={sign === undefined ? undefined : label}
  >
    {sign ?? label}
  </button>
);

type TextMember = "min" | "max" | "pattern" | "accept" | "max_bytes";
const LIMITED: readonly FieldType[] = FIELD_TYPES.filter((type) => type !== "radio");
/** The limits: label, hint, and the types that can have them. */
const LIMITS: readonly (readonly [TextMember, string, string | undefined, Iterable<FieldType>])[] =
  [
    [
      "min",
      "Smallest value or length",
      "Of a number, a date (2026-01-31), or the number of characters, options or files.",
      LIMITED,
    ],
    ["max", "Largest value or length", undefined, LIMITED],
    [
      "pattern",
      "Pattern",
      "A regular expression that the whole value matches, such as [0-9]{5}.",
      HAS_PATTERN,
    ],
    ["accept", "File types", "Such as .pdf, image/*.", ["file"]],
    ["max_bytes", "Largest file in bytes", undefined, ["file"]],
  ];

interface RuleRowProps extends Pick<RuleRowsProps, "arrangeUrl"> {
  readonly rule: FieldRule;
  readonly row: number;
  readonly isLast: boolean;
}

function RuleRow({ rule, row, isLast, arrangeUrl }: RuleRowProps) {
  const about = (member: keyof FieldRule) => ({
    name: `${member}_${row}`,
    member: `fields.${row}.${member}`,
  });
  const { fields = [] } = useFormError() ?? {};
  const isWrong = fields.some(({ field }) => field.startsWith(`fields.${row}.`));
  const label = labelOf(rule);
  const button = (act: string, says: string, sign: string, disabled = false) => (
    <ArrangeButton
      to={arrangeUrl}
      act={`${act} ${row}`}
      label={`${says} ${label}`}
      sign={sign}
      disabled={disabled}
    />
  );
  const only = (types: Iterable<FieldType>, input: Child) => (
    <Dependent on={[`type_${row}`, ...types]} value={rule.type}>
      {input}
    </Dependent>
  );
  return (
    <fieldset class="rule" data-row={row}>
      <legend>{label}</legend>
      <div class="row">
        <span class="handle" draggable="true" title="Drag to another place" aria-hidden="true">
          ⠿
        </span>
        {button("up", "Move up:", "↑", row === 0)}
        {button("down", "Move down:", "↓", isLast)}
        {button("delete", "Delete", "Delete")}
      </div>
      <div class="halves">
        <TextField {...about("label")} label="Label" value={rule.label ?? ""} />
        <TextField {...about("name")} label="Name" value={rule.name} hint="As pages send it." />
      </div>
      <Select {...about("type")} label="Type" value={rule.type} options={TYPE_OPTIONS} />
      {only(
        HAS_OPTIONS,
        <TextArea
          {...about("options")}
          label="Options"
          value={(rule.options ?? []).join("\n")}
          hint="One per line."
        />,
      )}
      <Checkbox name={`required_${row}`} label="Required" checked={rule.required === true} />
      <details open={isWrong}>
        <summary>{`Help and limits of ${label}`}</summary>
        <div class="stacked">
          <TextField
            {...about("help")}
            label="Help"
            value={rule.help ?? ""}
            hint="Shown below the input."
          />
          {only(
            ["select", "file"],
            <Checkbox
              name={`multiple_${row}`}
              label="Several options or files"
              checked={rule.multiple === true}
            />,
          )}
          {LIMITS.map(([member, name, hint, types]) =>
            only(
              types,
              <TextField
                {...about(member)}
                label={name}
                value={String(rule[member] ?? "")}
                {...(hint === undefined ? {} : { hint })}
              />,
            ),
          )}
        </div>
      </details>
    </fieldset>
  );
}

const TYPE_OPTIONS = FIELD_TYPES.map((type) => [type, TYPES[type]] as const);
