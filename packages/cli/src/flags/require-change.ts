/** Rejects an update without changes. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

/** Returns the input. Throws Failure 2 when it is empty. */
export function requireChange<Input extends object>(input: Input): Input {
  if (Object.keys(input).length > 0) return input;
  throw new Failure({
    exit: EXIT.usage,
    code: "usage",
    message: "There is nothing to change.",
    hint: "Add --help to see the settings; --set NAME=TEXT sets any member of the API.",
  });
}
