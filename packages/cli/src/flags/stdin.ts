/** Reads standard input. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

/** All bytes. Throws Failure 66 on a terminal, where the command would wait without saying so. */
export async function readStdin(what: string): Promise<Buffer> {
  if (process.stdin.isTTY) {
    throw new Failure({
      exit: EXIT.inputMissing,
      code: "input_missing",
      message: `${what} cannot be read from standard input, which is a terminal.`,
      hint: "Pipe it in, or name a file.",
    });
  }
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
