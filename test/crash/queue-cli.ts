/** The CLI for queue tests: as its own process or in this one, with its own folder and service. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInProcess } from "../../packages/cli/test/in-process.ts";
import { type Ended, inherited, startCli } from "../../packages/cli/test/run-cli.ts";
import { follow } from "../../packages/cli/test/running-cli.ts";
import { QueueService } from "./queue-service.ts";

const WAIT = { interval: 5 };

/** The environment of one test: a service, a folder for home and state, and the CLI. */
export class Workplace {
  readonly home = mkdtempSync(join(tmpdir(), "intray-queue-"));
  readonly service: QueueService;

  private constructor(service: QueueService) {
    this.service = service;
  }

  static async open(): Promise<Workplace> {
    return new Workplace(await QueueService.start());
  }

  close(): void {
    this.service.stop();
    rmSync(this.home, { recursive: true });
  }

  /** Starts the CLI as a process, for signals and kills. */
  start(args: readonly string[], env: Record<string, string> = {}) {
    const child = startCli(args, { cwd: this.home, env: this.env(env) });
    child.stdin.end();
    const run = follow(child);
    return {
      pid: child.pid,
      signal: (signal: NodeJS.Signals) => void child.kill(signal),
      stopReading: () => void child.stdout.destroy(),
      prints: (text: string) => run.until(({ stderr }) => stderr.includes(text)),
      ended: run.end().then((code): Ended => ({ code, stdout: run.stdout, stderr: run.stderr })),
    };
  }

  /** Runs the CLI to its end in this process. */
  intray(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    return runInProcess(args, { cwd: this.home, env: this.env(env) });
  }

  env(more: Record<string, string> = {}): NodeJS.ProcessEnv {
    return {
      ...inherited(),
      HOME: this.home,
      XDG_STATE_HOME: this.home,
      INTRAY_BASE_URL: this.service.url,
      INTRAY_API_KEY: this.service.key,
      ...more,
    };
  }

  /** `queue run` with a shell script as handler, and no retries of single calls. */
  run(script: string, flags: readonly string[] = []): Promise<Ended> {
    return this.intray(["queue", "run", "--retries", "0", ...flags, "--", "/bin/sh", "-c", script]);
  }

  /**
   * Starts a run whose handler waits for {@link releaseHandler}. Resolves once the handler is up. A handler that outlives
   * its run ends when the folder is deleted.
   */
  async startWaiting(): Promise<ReturnType<Workplace["start"]>> {
    const script = ": > up; while [ -e up ] && [ ! -e go ]; do sleep 0.02; done";
    const running = this.start(["queue", "run", "--", "/bin/sh", "-c", script]);
    await vi.waitUntil(() => existsSync(join(this.home, "up")), WAIT);
    return running;
  }

  releaseHandler(): void {
    writeFileSync(join(this.home, "go"), "");
  }

  /** Reads a file that a handler has written. */
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
