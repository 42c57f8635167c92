/** The values of tags, and how templates read them. */

/** Objects have only member names that Intray defines, never the names of fields. */
export type Value = string | number | boolean | null | readonly Value[] | ValueObject;
export interface ValueObject {
  readonly [name: string]: Value;
}

/** The member with this name, or `null` if there is none. */
export function memberOf(value: Value, name: string): Value {
  return isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}

/** The text that `{{x}}` writes before escaping: lists are joined by ", ", `null` is empty. */
export function textOf(value: Value): string {
  if (value === null) return "";
  if (isList(value)) return value.map(textOf).join(", ");
  return isObject(value) ? JSON.stringify(value) : String(value);
}

/** Truth as in Handlebars: empty lists, empty texts, 0 and `null` are false. */
export function isTrue(value: Value): boolean {
  return isList(value) ? value.length > 0 : Boolean(value);
}

/** The items of a loop: a single text is a list of one, `null` and the empty text are empty lists. */
export function itemsOf(value: Value): readonly Value[] {
  if (isList(value)) return value;
  return value === null || value === "" ? [] : [value];
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function isObject(value: Value): value is ValueObject {
  return typeof value === "object" && value !== null && !isList(value);
}
