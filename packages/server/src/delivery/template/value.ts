/** What a tag can stand for, and how it reads. */

/** An object among them has only names that the service gave it, never a field's. */
export type Value = string | number | boolean | null | readonly Value[] | ValueObject;
export interface ValueObject {
  readonly [name: string]: Value;
}

/** The member of that name; `null` of anything that has none. */
export function memberOf(value: Value, name: string): Value {
  return isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}

/** As `{{x}}` prints it, before it is escaped: a list joined by ", ", `null` as nothing. */
export function textOf(value: Value): string {
  if (value === null) return "";
  if (isList(value)) return value.map(textOf).join(", ");
  return isObject(value) ? JSON.stringify(value) : String(value);
}

/** As Handlebars sees it: an empty list, an empty text, 0 and `null` are false. */
export function isTrue(value: Value): boolean {
  return isList(value) ? value.length > 0 : Boolean(value);
}

/** What a loop goes through: a single text is a list of one, `null` and the empty text of none. */
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
