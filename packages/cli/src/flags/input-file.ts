/** Reads an input named on the command line: a file, or `-` for standard input. */
import { readFile } from "node:fs/promises";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import { errorReason } from "../errors/error-code.ts";
import { readStdin } from "./stdin.ts";

/** All bytes. `what` names the input in errors. Throws Failure 66 when it cannot be read. */
export async function readInput(path: string, what: string): Promise<Buffer> {
  if (path === "-") return readStdin(what);
  try {
    return await readFile(path);
  } catch (error) {
    throw new Failure({
      exit: EXIT.inputMissing,
      code: "input_missing",
      message: `${what} cannot be read from ${path} (${errorReason(error)}).`,
      hint: "Name a readable file, or - for standard input.",
      cause: error,
    });
  }
}
