// Starts the baseline handlers in a separate process.
import { fileURLToPath } from "node:url";
import { startProgram } from "../demo/program.ts";

const SERVER = fileURLToPath(new URL("baseline-server.ts", import.meta.url));

export async function startBaseline() {
  const program = startProgram("the baseline handlers", [SERVER], {});
  const url = (await program.line("listening on ")).replace("baseline listening on ", "");
  return { url, [Symbol.asyncDispose]: async () => void (await program.stop()) };
}
