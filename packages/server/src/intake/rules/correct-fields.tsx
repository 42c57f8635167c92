/** The part of the error page on which a visitor corrects what breaks the rules of the form. */
import { type FieldRule, labelOf } from "../../domain/fields/field-rule.ts";
import type { ResendInput } from "../resend.ts";
import type { PageTexts } from "../texts.ts";
import { type BrokenRulesError, problemsIn } from "./broken-rules.ts";
import { FieldInputs, type Filled, inputId } from "./field-inputs.tsx";

interface CorrectFieldsProps {
  readonly texts: PageTexts;
  readonly error: BrokenRulesError;
  /** All rules of the form. */
  readonly fields: readonly FieldRule[];
  readonly input: ResendInput;
}

/** Lists the problems, and has a form with everything that was typed. */
export function CorrectFields({ texts, error, fields, input }: CorrectFieldsProps) {
  const wrong = new Map(
    problemsIn(texts.rules, error.broken).map(({ field, message }) => [field, message] as const),
  );
  const { filled, others } = byRule(fields, input);
  return (
    <>
      <ul>
        {fields.map((rule, index) =>
          wrong.has(rule.name) ? (
            <li>
              <a href={`#${inputId(index)}`} dir="auto">
                {labelOf(rule)}
              </a>
              {": "}
              {wrong.get(rule.name)}
            </li>
          ) : null,
        )}
      </ul>
      <form method="post" enctype="multipart/form-data">
        {others.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <FieldInputs fields={fields} filled={filled} wrong={wrong} />
        {fields.some(({ type }) => type === "file") ? (
          <p class="soft">{texts.chooseAgain}</p>
        ) : null}
        <button type="submit">{texts.sendAgain}</button>
      </form>
    </>
  );
}

/** Splits what was sent into values of fields with a rule, and pairs that the form sends again as they are. */
function byRule(fields: readonly FieldRule[], { pairs, shown }: ResendInput) {
  const names = new Set(fields.filter(({ type }) => type !== "file").map(({ name }) => name));
  const data = new Set(shown.map(([name]) => name));
  const filled = new Map<string, Filled & { readonly values: string[] }>();
  const others = pairs.filter(([name, value]) => {
    const rule = name.length > 2 && name.endsWith("[]") ? name.slice(0, -2) : name;
    if (!names.has(rule) || !data.has(name)) return !isFileInput(fields, name);
    const known = filled.get(rule);
    if (known === undefined) filled.set(rule, { name, values: value === "" ? [] : [value] });
    else if (value !== "") known.values.push(value);
    return false;
  });
  return { filled, others };
}

/** A text in place of a file would break the rule again. */
const isFileInput = (fields: readonly FieldRule[], name: string) =>
  fields.some((rule) => rule.type === "file" && rule.name === name);
