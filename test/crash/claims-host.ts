/** A host of a shared queue for the test of claims: its runs, and the submissions that each of them started. */
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { CrashRun } from "./queue-crash-child.ts";
import { sourceBundle } from "../harness/bundled.ts";

const CHILD = sourceBundle("queue-crash-child");
const HANDLER = `read -r line || exit 1
echo "$INTRAY_SUBMISSION_ID" >> "\${0%/*}/done"
`;
const WATCH_MS = 100;

/** One handler start. */
export interface Begin {
  readonly id: number;
  readonly atMs: number;
  /** When the claim of its lease was sent. */
  readonly askedAtMs: number;
  readonly run: HostRun;
}

/** One process of the host. */
export interface HostRun {
  readonly host: Host;
  readonly begun: Begin[];
  readonly leased: Map<number, number>;
  /** Submissions whose PATCH got a response that the run reported. */
  readonly marked: Set<number>;
  wasKilled: boolean;
}

export interface HostOptions {
  readonly folder: string;
  readonly run: Pick<CrashRun, "baseUrl" | "apiKey" | "leaseSeconds" | "concurrency">;
  /** The crash point of the nth run, counted from 0; 0 for none. */
  readonly crashAt: (nth: number) => number;
  /** Called when a submission is committed as acknowledged. */
  readonly onAcked: (id: number) => void;
  /** Called after each kill. */
  readonly onKilled: () => void;
}

/** Restarts its process after each kill, until it is stopped. */
export class Host implements AsyncDisposable {
  readonly runs: HostRun[] = [];
  readonly doneFile: string;
  readonly #options: HostOptions;
  readonly #stateHome: string;
  readonly #stop = new AbortController();
  #child: ChildProcess | undefined;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#stateHome = mkdtempSync(join(options.folder, "host-"));
    this.doneFile = join(this.#stateHome, "done");
    writeFileSync(this.doneFile, "");
    writeFileSync(join(this.#stateHome, "handle.sh"), HANDLER);
  }

  get kills(): number {
    return this.runs.filter(({ wasKilled }) => wasKilled).length;
  }

  /** Stops the host; running handlers may finish. */
  stop(): void {
    this.#stop.abort();
  }

  /** Resolves once the host is stopped. @throws Error if a run ends in another way. */
  async work(): Promise<void> {
    while (!this.#stop.signal.aborted) await this.#runOnce();
  }

  /** Kills a process that is still running. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  async #runOnce(): Promise<void> {
    const { run: given, crashAt } = this.#options;
    const crashes = crashAt(this.runs.length);
    const args: CrashRun = {
      ...given,
      stateHome: this.#stateHome,
      handler: "handle.sh",
      perPage: 100,
      watchIntervalMs: WATCH_MS,
      crashAt: crashes,
    };
    const run: HostRun = {
      host: this,
      begun: [],
      leased: new Map(),
      marked: new Set(),
      wasKilled: false,
    };
    this.runs.push(run);
    const child = spawn(process.execPath, [CHILD, JSON.stringify(args)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    const closed = once(child, "close");
    let isUp = false;
    let isAsked = false;
    // Once: a second signal ends a process at once.
    const end = () => {
      if (isUp && !isAsked) isAsked = child.kill("SIGTERM");
    };
    this.#stop.signal.addEventListener("abort", end, { once: true });
    for await (const line of createInterface({ input: child.stdout })) {
      isUp = true; // it listens for the signal before its first line
      this.#readLine(line, run);
      if (this.#stop.signal.aborted) end();
    }
    const [code, signal] = (await closed) as [number | null, NodeJS.Signals | null];
    this.#stop.signal.removeEventListener("abort", end);
    run.wasKilled = signal === "SIGKILL";
    if (run.wasKilled) this.#options.onKilled();
    if (!run.wasKilled && code !== 0) throw new Error(`A run ended with ${code ?? signal}.`);
  }

  #readLine(line: string, run: HostRun): void {
    const words = line.split(" ");
    const id = Number(words.at(-1));
    if (words[0] === "note" && words[2] === "leased") run.leased.set(id, Number(words[1]));
    if (words[0] === "note" && words[2] === "begins") {
      const askedAtMs = run.leased.get(id) ?? Number.NaN;
      run.begun.push({ id, atMs: Number(words[1]), askedAtMs, run });
    }
    if (line.startsWith("PATCH sent")) run.marked.add(id);
    if (words[0] === "note" && words[2] === "acked") this.#options.onAcked(id);
  }
}
