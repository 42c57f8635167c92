/** The field rules of a form: which fields its pages send, and what their values have to be. */

export { labelOf, type Range, rangeOf, takesSeveral } from "@intray/sdk/snippet";

/** The types of a field, named as inputs in HTML are. */
export const FIELD_TYPES = [
  "text",
  "textarea",
  "email",
  "url",
  "tel",
  "number",
  "date",
  "select",
  "radio",
  "checkbox",
  "hidden",
  "file",
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** One rule as a form stores it. Members that do not apply to its type are absent. */
export interface FieldRule {
  readonly name: string;
  readonly type: FieldType;
  /** Shown to visitors; without one, a text made from the name. */
  readonly label?: string;
  /** Shown to visitors below the input. */
  readonly help?: string;
  readonly required?: boolean;
  /** Whether a select or a file input takes several values. */
  readonly multiple?: boolean;
  /** See {@link RANGE_OF}; a date is `YYYY-MM-DD`. */
  readonly min?: number | string;
  readonly max?: number | string;
  /** A regular expression that the whole value has to match, as HTML's attribute. */
  readonly pattern?: string;
  readonly options?: readonly string[];
  /** File types separated by commas, as HTML's attribute. */
  readonly accept?: string;
  /** Bytes of one file. */
  readonly max_bytes?: number;
}

/** The types with a choice. A checkbox without options is a single box with any value. */
export const HAS_OPTIONS: ReadonlySet<FieldType> = new Set(["select", "radio", "checkbox"]);
/** HTML has the attribute for these. */
export const HAS_PATTERN: ReadonlySet<FieldType> = new Set([
  "text",
  "email",
  "url",
  "tel",
  "hidden",
]);
