/** Requires either ids or the flag for all. */
import { EXIT, Failure } from "../errors/failure.ts";

/** @throws Failure 2 if both are given, or neither. */
export function requireChoice(ids: readonly string[], isAll: boolean, hint: string): void {
  if (isAll ? ids.length === 0 : ids.length > 0) return;
  throw new Failure({
    exit: EXIT.usage,
    code: "usage",
    message: isAll ? "Ids and --dead cannot be used together." : "No submissions are given.",
    hint: isAll ? "Remove one of them." : `Give their ids. ${hint}`,
  });
}
