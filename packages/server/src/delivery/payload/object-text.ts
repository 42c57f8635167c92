/** Writes a JSON object with its members in the given order. */
import type { Fields } from "../../domain/submission/submission.ts";

/**
 * Writes each member separately, since a JavaScript object puts names such as "10" first. The members in
 * `own` come last and replace fields with the same name.
 */
export function objectText(
  fields: Fields,
  own: readonly (readonly [name: string, value: unknown])[],
): string {
  const ownNames = new Set(own.map(([name]) => name));
  const members = [...fields.filter(([name]) => !ownNames.has(name)), ...own];
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
}
