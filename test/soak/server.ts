// A server process that is started again whenever it ends, on a fixed port.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { SERVER } from "../harness/bundled.ts";

/** A start that takes longer is reported as a broken promise. */
const START_MS = 150_000;
const READY_EVERY_MS = 100;

export interface SupervisedServer {
  readonly url: string;
  /** Resolves when `/readyz` answers 200. @throws Error if that takes longer than that. */
  ready(): Promise<void>;
  /** Kills the process, which is started again after `downMs`. */
  kill(signal: "SIGKILL" | "SIGTERM", downMs: number): Promise<void>;
  /** Stops the process without ending it, for `forMs`. */
  freeze(forMs: number): Promise<void>;
  /** Process id and resident memory in bytes; `undefined` while it is down. */
  memory(): { readonly pid: number; readonly bytes: number } | undefined;
  /** Ends the process for good. */
  end(): Promise<void>;
}

export const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

export function superviseServer(
  port: number,
  {
    execArgv,
    env,
    logFile,
  }: { execArgv: readonly string[]; env: Record<string, string>; logFile: string },
): SupervisedServer {
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(logFile, "a");
  let isOver = false;
  let downMs = 0;
  let child = start();

  function start(): ChildProcess {
    const started = spawn(process.execPath, [...execArgv, SERVER], {
      env: { ...process.env, ...env, INTRAY_PORT: String(port) },
      stdio: ["ignore", "ignore", log],
    });
    started.once("exit", () => {
      if (isOver) return;
      setTimeout(() => {
        if (!isOver) child = start();
      }, downMs);
      downMs = 0;
    });
    return started;
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null;

  return {
    url,
    async ready() {
      const until = performance.now() + START_MS;
      for (;;) {
        const answer = await fetch(`${url}/readyz`).catch(() => undefined);
        await answer?.body?.cancel();
        if (answer?.ok === true) return;
        if (performance.now() > until) {
          throw new Error(`${url} is not ready: ${readFileSync(logFile, "utf8").slice(-4_000)}`);
        }
        await pause(READY_EVERY_MS);
      }
    },
    async kill(signal, forMs) {
      if (!isRunning()) return;
      downMs = forMs;
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
    },
    async freeze(forMs) {
      const frozen = child;
      frozen.kill("SIGSTOP");
      await pause(forMs);
      frozen.kill("SIGCONT");
    },
    memory() {
      const { pid } = child;
      if (pid === undefined || !isRunning()) return undefined;
      try {
        const pages = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1];
        return { pid, bytes: Number(pages) * 4_096 };
      } catch {
        return undefined; // It has just ended, or this is not Linux.
      }
    },
    async end() {
      isOver = true;
      if (!isRunning()) return;
      const exited = once(child, "exit");
      child.kill("SIGCONT");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
