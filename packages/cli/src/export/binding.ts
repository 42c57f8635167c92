/** Binds the files of an export to its server, filter and format, so that no other export continues them. */
import { EXIT, Failure } from "../errors/failure.ts";

export type Binding = Readonly<Record<string, string | boolean | null>>;

/** Throws Failure 2 that names the differences. */
export function requireSame(path: string, before: Binding, now: Binding): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const differing = names.filter((name) => valueOf(before[name]) !== valueOf(now[name]));
  const [first] = differing;
  if (first === undefined) return;
  throw new Failure({
    exit: EXIT.usage,
    code: "other_export",
    message: `${path} belongs to an export with other flags: ${differing.join(", ")} (before: ${describe(before[first])}, now: ${describe(now[first])}).`,
    hint: "Use the same flags as before, or another file.",
  });
}

type Value = Binding[string] | undefined;

/** A flag that is off is not given, whether it is stored or not. */
const valueOf = (value: Value) => (value === false ? null : (value ?? null));

function describe(value: Value): string {
  if (value === undefined || value === null || value === false) return "not given";
  return value === true ? "given" : value;
}
