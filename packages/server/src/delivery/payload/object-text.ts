/** An object as JSON whose members stand in the order given. */
import type { Fields } from "../../domain/submission.ts";

/**
 * Written member by member, since an object would put names such as "10" first. A field yields to a
 * member of the service's own that has the same name; those stand last.
 */
export function objectText(
  fields: Fields,
  own: readonly (readonly [name: string, value: unknown])[],
): string {
  const taken = new Set(own.map(([name]) => name));
  const members = [...fields.filter(([name]) => !taken.has(name)), ...own];
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
}
