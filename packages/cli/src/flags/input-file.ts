/** An input that is named on the command line: a file, or `-` for standard input. */
import { readFile } from "node:fs/promises";
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";
import { errorCode } from "../errors/error-code.ts";
import { readStdin } from "./stdin.ts";

/** The bytes as they are, never decoded. Throws Failure 66 when they cannot be had. */
export async function readInput(path: string, what: string): Promise<Buffer> {
  if (path === "-") return readStdin(what);
  try {
    return await readFile(path);
  } catch (error) {
    throw new Failure({
      exit: EXIT.inputMissing,
      code: "input_missing",
      message: `${what} cannot be read from ${path} (${errorCode(error)}).`,
      hint: "Name a file that is there and readable, or - for standard input.",
      cause: error,
    });
  }
}
