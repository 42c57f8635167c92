/** A command that changes a record wants to be told a change. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

/** @throws Failure 2 when there is nothing in it. */
export function requireChange(input: object): void {
  if (Object.keys(input).length > 0) return;
  throw new Failure({
    exit: EXIT.usage,
    code: "usage",
    message: "It is not said what to change.",
    hint: "Add --help to see what there is; --set NAME=TEXT sets any member of the API.",
  });
}
