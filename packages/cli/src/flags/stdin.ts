/** Standard input, read to its end. */
import { EXIT } from "../errors/exit-codes.ts";
import { Failure } from "../errors/failure.ts";

/** All bytes. On a terminal nobody would know that they are waited for, so that is an error, 66. */
export async function readStdin(what: string): Promise<Buffer> {
  if (process.stdin.isTTY) {
    throw new Failure({
      exit: EXIT.inputMissing,
      code: "input_missing",
      message: `${what} should come from standard input, which is a terminal.`,
      hint: "Pipe it in, or name a file.",
    });
  }
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
