/** Binds the files of an export to its server, filter and format, so that no other export continues them. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

export type Binding = Readonly<Record<string, string | boolean | null>>;

/** Throws Failure 2 that names the differences. */
export function requireSame(path: string, before: Binding, now: Binding): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const differing = names.filter((name) => (before[name] ?? null) !== (now[name] ?? null));
  const [first] = differing;
  if (first === undefined) return;
  throw new Failure({
    exit: EXIT.usage,
    code: "other_export",
    message: `${path} belongs to an export with other flags: ${differing.join(", ")} (before: ${describe(before[first])}, now: ${describe(now[first])}).`,
    hint: "Use the same flags as before, or another file.",
  });
}

function describe(value: string | boolean | null | undefined): string {
  if (value === undefined || value === null || value === false) return "not given";
  return value === true ? "given" : value;
}
