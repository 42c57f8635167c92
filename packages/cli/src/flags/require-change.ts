/** Rejects an update without changes. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

/** Throws Failure 2 when `input` is empty. */
export function requireChange(input: object): void {
  if (Object.keys(input).length > 0) return;
  throw new Failure({
    exit: EXIT.usage,
    code: "usage",
    message: "There is nothing to change.",
    hint: "Add --help to see the settings; --set NAME=TEXT sets any member of the API.",
  });
}
