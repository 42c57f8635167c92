/** Form inputs with a label, a hint and the error of their field. */
import { BOXES } from "../http/body.ts";
import type { Child } from "hono/jsx";
import type { AppError } from "../../domain/errors.ts";
import { problemOf } from "./form-errors.tsx";

interface FieldProps {
  readonly name: string;
  /** If several inputs of the page have this name. */
  readonly id?: string;
  readonly label: string;
  readonly hint?: string;
  /** The error of the whole form; its message for this field is shown below the input. */
  readonly error?: AppError | undefined;
  /** The API member that the input sets, if it is not `name`: `captcha.provider`. */
  readonly member?: string;
}

/** Returns the field's error, and the attributes that link the input to its label, hint and error. */
function describeField({ name, id = name, label, hint, error, member = name }: FieldProps) {
  const { wrong, isFirst } = problemOf({ id, label, member, error });
  const ids = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(wrong === undefined ? [] : [`${id}-wrong`]),
  ];
  return {
    wrong,
    attributes: {
      id,
      name,
      ...(ids.length === 0 ? {} : { "aria-describedby": ids.join(" ") }),
      ...(wrong === undefined ? {} : { "aria-invalid": "true" as const }),
      ...(isFirst ? { autofocus: true } : {}),
    },
  };
}

function Field({
  about,
  wrong,
  children,
}: {
  readonly about: FieldProps;
  readonly wrong: string | undefined;
  readonly children?: Child;
}) {
  const { name, id = name, label, hint } = about;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {wrong === undefined ? null : (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </div>
  );
}

/** One line of text. */
export function TextField({
  value = "",
  type = "text",
  required = false,
  autocomplete,
  ...about
}: FieldProps & {
  readonly value?: string | null;
  readonly type?: "text" | "email" | "password" | "url" | "number" | "date" | "search";
  readonly required?: boolean;
  readonly autocomplete?: string;
}) {
  const { wrong, attributes } = describeField(about);
  return (
    <Field about={about} wrong={wrong}>
      <input
        {...attributes}
        type={type}
        value={value ?? ""}
        required={required}
        autocomplete={autocomplete}
      />
    </Field>
  );
}

interface TextAreaProps extends FieldProps {
  readonly value?: string | null;
  readonly rows?: number;
  readonly code?: boolean;
}

/** Several lines of text; `code` for a monospaced font. */
export function TextArea({ value = "", rows = 4, code = false, ...about }: TextAreaProps) {
  const { wrong, attributes } = describeField(about);
  // HTML parsers drop the first newline of a textarea's content.
  return (
    <Field about={about} wrong={wrong}>
      <textarea {...attributes} rows={rows} class={code ? "code" : undefined} spellcheck={!code}>
        {`\n${value ?? ""}`}
      </textarea>
    </Field>
  );
}

interface SelectProps extends FieldProps {
  readonly value?: string | null;
  /** Value and label of each option. */
  readonly options: readonly (readonly [string, string])[];
}

export function Select({ value, options, ...about }: SelectProps) {
  const { wrong, attributes } = describeField(about);
  return (
    <Field about={about} wrong={wrong}>
      <select {...attributes}>
        {options.map(([option, label]) => (
          <option value={option} selected={option === (value ?? "")}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Posts `yes` if checked, nothing if not. */
export function Checkbox({
  name,
  id = name,
  value = "yes",
  label,
  hint,
  checked = false,
}: {
  readonly name: string;
  /** If several boxes of the page have this name. */
  readonly id?: string;
  readonly value?: string;
  readonly label: string;
  readonly hint?: string;
  readonly checked?: boolean;
}) {
  return (
    <div class="check">
      {id === name ? <input type="hidden" name={BOXES} value={name} /> : null}
      <input
        type="checkbox"
        id={id}
        name={name}
        value={value}
        checked={checked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <div>
        <label for={id}>{label}</label>
        {hint === undefined ? null : (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

/** The button that saves a long form. It stays in view while the form is. */
export function SaveBar({ label }: { readonly label: string }) {
  return (
    <div class="save">
      <button class="main">{label}</button>
    </div>
  );
}

/**
 * Returns the attributes of such a form, for `drafts.js`.
 *
 * @param isUnsaved Whether it is rendered with what was typed instead of what is stored.
 * @param of Tells apart forms that are posted to the same address.
 */
export const draft = (isUnsaved: boolean, of = "") => ({
  "data-draft": of,
  ...(isUnsaved ? { "data-unsaved": "" } : {}),
});
