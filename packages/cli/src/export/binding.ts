/** What an export is bound to: another filter, format or server is another export. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

export type Binding = Readonly<Record<string, string | boolean | null>>;

/** Throws Failure 2 that names what differs. */
export function requireSame(path: string, before: Binding, now: Binding): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const differing = names.filter((name) => (before[name] ?? null) !== (now[name] ?? null));
  const [first] = differing;
  if (first === undefined) return;
  throw new Failure({
    exit: EXIT.usage,
    code: "other_export",
    message: `${path} belongs to another export: ${differing.join(", ")} differs (there ${said(before[first])}, now ${said(now[first])}).`,
    hint: "Give the same flags as before, or another file.",
  });
}

function said(value: string | boolean | null | undefined): string {
  if (value === undefined || value === null || value === false) return "not given";
  return value === true ? "given" : value;
}
