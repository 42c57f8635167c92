// Starts the baseline handlers in a separate process.
import { fileURLToPath } from "node:url";
import { startProgram } from "../demo/program.ts";

const SERVER = fileURLToPath(new URL("baseline-server.ts", import.meta.url));

export interface Baseline {
  readonly url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startBaseline(): Promise<Baseline> {
  const program = startProgram("the baseline handlers", [SERVER], {});
  const url = (await program.line("listening on ")).replace("baseline listening on ", "");
  return { url, [Symbol.asyncDispose]: async () => void (await program.stop()) };
}
