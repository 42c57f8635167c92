// Servers in processes of their own, which a test kills or which kill themselves at a point of their code.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { KEY } from "../harness/server-program.ts";
import { builtBundle } from "../harness/bundled.ts";

const CHILD = builtBundle("server-child");

/** Points in the server's own code. */
export type ChildPoint =
  /** Of the file of an upload, once it is complete. */
  | "before the rename"
  | "after the rename"
  | "before the intake commit"
  | "after the intake commit"
  | "after the claim"
  | "before the outcome commits";

/** The server kills itself the nth time from now on that it reaches the point. */
export type ToServer = { readonly point: ChildPoint; readonly nth: number };

export type FromChild =
  | { readonly kind: "ready"; readonly url: string }
  | { readonly kind: "claimed"; readonly ids: readonly number[] };

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** The server kills itself the nth time from now on that it reaches the point. */
  readonly dieAt: (point: ChildPoint, nth: number) => void;
}

/** Starts a server whose account key is {@link KEY}. `onClaim`: it has claimed these deliveries. */
export async function startServer(
  settings: Readonly<Record<string, string>>,
  onClaim?: (ids: readonly number[], child: ChildProcess) => void,
): Promise<ServerProcess> {
  const child = fork(CHILD, {
    env: { ...process.env, INTRAY_PORT: "0", INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY, ...settings },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.on("message", (message: FromChild) => {
      if (message.kind === "ready") resolve(message.url);
      else onClaim?.(message.ids, child);
    });
    child.once("exit", (code, signal) => reject(new Error(`ended early: ${code ?? signal}`)));
  });
  return { child, url, dieAt: (point, nth) => child.send({ point, nth } satisfies ToServer) };
}

export const isDead = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Sends SIGKILL unless the process has ended, and waits for its end. */
export async function kill(child: ChildProcess): Promise<void> {
  if (isDead(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
