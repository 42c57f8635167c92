/** Either ids or a flag for all says what a command works on. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

/** @throws Failure 2 when both say it, or neither does. */
export function requireChoice(ids: readonly string[], isAll: boolean, hint: string): void {
  if (isAll ? ids.length === 0 : ids.length > 0) return;
  throw new Failure({
    exit: EXIT.usage,
    code: "usage",
    message: isAll
      ? "Ids and --dead are both given, and each says which submissions are meant."
      : "It is not said which submissions are meant.",
    hint: isAll ? "Leave one of them out." : `Name their ids; ${hint}`,
  });
}
