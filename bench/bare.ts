// The bare handlers, in a process of their own.
import { fileURLToPath } from "node:url";
import { startProgram } from "../demo/program.ts";

const BARE = fileURLToPath(new URL("bare-server.ts", import.meta.url));

export interface Bare {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startBare(): Promise<Bare> {
  const program = startProgram("the bare handlers", [BARE], {});
  const url = (await program.line("listening on ")).replace("bare listening on ", "");
  return { url, stop: () => program.stop() };
}
