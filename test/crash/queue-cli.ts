/** The CLI as its own process, with a folder and a service of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import { runInProcess } from "../../packages/cli/test/in-process.ts";
import { QueueService } from "./queue-service.ts";

const BIN = fileURLToPath(new URL("../../packages/cli/bin/run.js", import.meta.url));
/** For what another process does. */
const PATIENCE = { timeout: 15_000, interval: 5 };

/** How a run of the CLI ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run of the CLI under way. */
export class Running {
  readonly pid: number | undefined;
  readonly ended: Promise<Ended>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Closes the pipe of its stdout. */
  readonly stopReading: () => void;
  #stdout = "";
  #stderr = "";

  constructor(args: readonly string[], folder: string, env: NodeJS.ProcessEnv) {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env,
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => (this.#stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.#stderr += text));
    this.pid = child.pid;
    this.stopReading = () => void child.stdout.destroy();
    this.signal = (signal) => void child.kill(signal);
    this.ended = once(child, "close").then(([code]) => ({
      code: code as number | null,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }));
  }

  /** Resolves once it has said so on stderr. */
  async says(words: string): Promise<void> {
    await vi.waitUntil(() => this.#stderr.includes(words), PATIENCE);
  }
}

/** One test's world: a service, a folder that is home and state, and the CLI between them. */
export class Workplace {
  readonly home = mkdtempSync(join(tmpdir(), "intray-queue-"));
  readonly service: QueueService;

  private constructor(service: QueueService) {
    this.service = service;
  }

  static async open(): Promise<Workplace> {
    return new Workplace(await QueueService.start());
  }

  async close(): Promise<void> {
    await this.service.close();
    rmSync(this.home, { recursive: true });
  }

  /** A process of its own, to be signaled or killed. */
  start(args: readonly string[], env: Record<string, string> = {}): Running {
    return new Running(args, this.home, this.#environment(env));
  }

  /** Runs to its end, in this process. */
  intray(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    return runInProcess(args, { cwd: this.home, env: this.#environment(env) });
  }

  #environment(env: Record<string, string>): NodeJS.ProcessEnv {
    return {
      PATH: process.env["PATH"],
      HOME: this.home,
      XDG_STATE_HOME: this.home,
      INTRAY_BASE_URL: this.service.url,
      INTRAY_API_KEY: this.service.key,
      ...env,
    };
  }

  /** `queue run` with a shell script as handler, and no retries of single calls. */
  run(script: string, flags: readonly string[] = []): Promise<Ended> {
    return this.intray(["queue", "run", "--retries", "0", ...flags, "--", "/bin/sh", "-c", script]);
  }

  /**
   * Starts a run whose handler waits until {@link letGo}; resolves once the handler is up. One that outlives
   * its run ends with the folder.
   */
  async startWaiting(): Promise<Running> {
    const script = ": > up; while [ -e up ] && [ ! -e go ]; do sleep 0.02; done";
    const running = this.start(["queue", "run", "--", "/bin/sh", "-c", script]);
    await this.#appears("up");
    return running;
  }

  letGo(): void {
    writeFileSync(join(this.home, "go"), "");
  }

  async #appears(name: string): Promise<void> {
    await vi.waitUntil(() => existsSync(join(this.home, name)), PATIENCE);
  }

  /** What a handler left in a file. */
  read(name: string): string {
    return readFileSync(join(this.home, name), "utf8");
  }

  /** Path of the only ledger. */
  ledgerPath(): string {
    const folder = join(this.home, "intray", "queue");
    const [name] = readdirSync(folder).filter((file) => file.endsWith(".db"));
    if (name === undefined) throw new Error("there is no ledger");
    return join(folder, name);
  }

  /** `queue list --json`. */
  async list(flags: readonly string[] = []): Promise<unknown> {
    return JSON.parse((await this.intray(["queue", "list", "--json", ...flags])).stdout);
  }
}
