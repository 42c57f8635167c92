/** Form inputs with a label, a hint and the error of their field. */
import { BOXES } from "../http/body.ts";
import type { Child } from "hono/jsx";
import type { AppError } from "../../domain/errors.ts";
import { visible } from "../../platform/text/safe-text.ts";
import { useMayPost } from "../http/page-roles.tsx";
import { RequestKeyInput } from "../http/request-key.tsx";
import { CheckedForm, problemOf } from "./form-errors.tsx";

interface FieldProps {
  readonly name: string;
  /** If several inputs of the page have this name. */
  readonly id?: string;
  readonly label: string;
  readonly hint?: string;
  /** The API member that the input sets, if it is not `name`: `captcha.provider`. */
  readonly member?: string;
  /** The key that leads to the input, see layout/shortcuts.tsx. */
  readonly shortcut?: string;
}

/** Returns the field's error, and the attributes that link the input to its label, hint and error. */
function describeField({ name, id = name, label, hint, member = name, shortcut }: FieldProps) {
  const { wrong, isFirst } = problemOf({ id, label, member });
  const ids = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(wrong === undefined ? [] : [`${id}-wrong`]),
  ];
  return {
    wrong,
    attributes: {
      id,
      name,
      "data-key": shortcut,
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
  list,
  ...about
}: FieldProps & {
  readonly value?: string | null;
  readonly type?: "text" | "email" | "password" | "url" | "number" | "date" | "search" | "file";
  readonly required?: boolean;
  readonly autocomplete?: string;
  /** Id of the `<datalist>` that it offers. */
  readonly list?: string;
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
        list={list}
      />
    </Field>
  );
}

/** @param props.isNew Whether it is chosen now. */
export const PasswordField = ({ isNew = false, ...about }: FieldProps & { isNew?: boolean }) => (
  <TextField
    {...about}
    type="password"
    required
    autocomplete={isNew ? "new-password" : "current-password"}
  />
);

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
  readonly options: readonly (readonly [value: string, label: string])[];
  /** The label of a value that is none of the options, which it is added to. Default: itself. */
  readonly other?: string;
}

export function Select({ value: given, options, other, ...about }: SelectProps) {
  const { wrong, attributes } = describeField(about);
  const value = given ?? "";
  const isListed = value === "" || options.some(([option]) => option === value);
  return (
    <Field about={about} wrong={wrong}>
      <select {...attributes}>
        {[...options, ...(isListed ? [] : [[value, other ?? visible(value)] as const])].map(
          ([option, label]) => (
            <option value={option} selected={option === value}>
              {label}
            </option>
          ),
        )}
      </select>
    </Field>
  );
}

type Named = { readonly id: number; readonly name: string };

/** The options of a choice of records. @param none The label of none of them. */
export const optionsOf = (records: readonly Named[], none?: string) => [
  ...(none === undefined ? [] : [["", none] as const]),
  ...records.map(({ id, name }) => [String(id), visible(name)] as const),
];

interface CheckboxProps {
  readonly name: string;
  /** If several boxes of the page have this name. */
  readonly id?: string;
  readonly value?: string;
  readonly label: string;
  readonly hint?: Child;
  readonly checked?: boolean;
  readonly type?: "checkbox" | "radio";
  readonly disabled?: boolean;
}

/** Posts `yes`, or its value, if checked; nothing if not. */
export function Checkbox({
  name,
  id = name,
  value = "yes",
  label,
  hint,
  checked = false,
  type = "checkbox",
  disabled = false,
}: CheckboxProps) {
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div class="check">
      {id === name ? <input type="hidden" name={BOXES} value={name} /> : null}
      <input type={type} {...{ id, name, value, checked, disabled }} aria-describedby={hintId} />
      <div>
        <label for={id}>{label}</label>
        {hintId === undefined ? null : (
          <p class="hint" id={hintId}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

interface ChoicesProps {
  readonly name: string;
  readonly legend: string;
  readonly value: string | undefined;
  /** Value, label and hint of each option. */
  readonly options: readonly (readonly [value: string, label: string, hint: Child])[];
  readonly class?: string;
}

/** One of several options, all of which are shown with their hints. */
export function Choices({ name, legend, value: selected, options, ...look }: ChoicesProps) {
  const { wrong } = problemOf({ id: name, label: legend, member: name });
  return (
    <fieldset id={name} {...look}>
      <legend>{legend}</legend>
      {wrong === undefined ? null : <p class="wrong">{wrong}</p>}
      {options.map(([value, label, hint]) => (
        <Checkbox
          type="radio"
          id={`${name}-${value}`}
          checked={value === selected}
          {...{ name, value, label, hint }}
        />
      ))}
    </fieldset>
  );
}

/** Values by name; of a list, each one is posted. */
export type HiddenValues = Readonly<Record<string, string | number | readonly (string | number)[]>>;

export const Hidden = ({ values }: { readonly values: HiddenValues }) => (
  <>
    {Object.entries(values).map(([name, value]) =>
      [value].flat().map((one) => <input type="hidden" name={name} value={one} />),
    )}
  </>
);

interface PostFormProps {
  readonly action: string;
  readonly method?: "post" | "get";
  /** Why it was rejected; shown above it. */
  readonly error?: AppError | undefined;
  readonly button: string;
  /** Of the button; default: as the main one of the page. */
  readonly look?: "main" | "danger" | "other";
  /** Posted again, it does nothing: for forms that create or send. */
  readonly isOnce?: boolean;
  /** One of its inputs is a file. */
  readonly hasFile?: boolean;
  /** Of a form with a {@link draft}. */
  readonly isUnsaved?: boolean;
  readonly values?: HiddenValues;
  /** Other buttons, beside its own. */
  readonly more?: Child;
  readonly children?: Child;
}

/** A form with its errors above it, its inputs below each other, and its button at the end. */
export function PostForm(props: PostFormProps) {
  const { action, method = "post", error, button, look = "main", isOnce = false } = props;
  const { hasFile = false, isUnsaved, values = {}, more, children } = props;
  if (!useMayPost(action) && method === "post") return <></>;
  return (
    <CheckedForm error={error}>
      <form
        class="fields"
        method={method}
        action={action}
        enctype={hasFile ? "multipart/form-data" : undefined}
        {...(isUnsaved === undefined ? {} : draft(isUnsaved))}
      >
        {isOnce ? <RequestKeyInput /> : null}
        <Hidden values={values} />
        {children}
        <div class="row">
          <button class={look === "other" ? undefined : look}>{button}</button>
          {more}
        </div>
      </form>
    </CheckedForm>
  );
}

interface PostButtonProps {
  readonly action: string;
  readonly id?: string;
  readonly label: string;
  readonly look?: "main" | "danger" | "plain small";
  /** What it is about, for a button among others of its kind. */
  readonly about?: string;
  /** A question that the script asks before. */
  readonly confirm?: string;
  readonly isOnce?: boolean;
  readonly values?: HiddenValues;
}

/** A button that posts without any other input. */
export function PostButton(props: PostButtonProps) {
  const { action, id, label, look, about, confirm, isOnce = false, values = {} } = props;
  if (!useMayPost(action)) return <></>;
  return (
    <form method="post" action={action} data-confirm={confirm}>
      {isOnce ? <RequestKeyInput /> : null}
      <Hidden values={values} />
      <button
        id={id}
        class={look}
        aria-label={about === undefined ? undefined : `${label} ${about}`}
      >
        {label}
      </button>
    </form>
  );
}

interface LinkButtonProps {
  readonly to: string;
  readonly label: string;
  readonly look?: "main" | "danger";
}

/** A link that looks like a button. */
export const LinkButton = ({ to, label, look }: LinkButtonProps) => (
  <a class={look === undefined ? "button" : `button ${look}`} href={to}>
    {label}
  </a>
);

interface DependentProps {
  /** The input, and its values; without them: while it is checked or filled in. */
  readonly on: readonly [input: string, ...values: string[]];
  /** What the input posts now. */
  readonly value: string;
  readonly children: Child;
}

/** Inputs that apply only while another input of the form has a value. Without script they are always shown. */
export function Dependent({ on, value, children }: DependentProps) {
  const [, ...values] = on;
  const applies = values.length === 0 ? value !== "" : values.includes(value);
  return (
    <div class="dependent" data-when={on.join(" ")} data-off={applies ? undefined : ""}>
      {children}
    </div>
  );
}

/** The button that saves a long form. It stays in view while the form is. */
export const SaveBar = ({ label, more }: { readonly label: string; readonly more?: Child }) => (
  <div class="save row">
    <button class="main">{label}</button>
    {more}
    <span class="unsaved">Unsaved changes</span>
  </div>
);

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
