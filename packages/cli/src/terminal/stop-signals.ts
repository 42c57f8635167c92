/** What stops a run early: SIGINT, SIGTERM and SIGHUP, and a reader of stdout that has left. */
import { EXIT, type ExitCode } from "../errors/failure.ts";

const EXIT_OF_SIGNAL = {
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
  SIGHUP: EXIT.terminated,
} as const satisfies Partial<Record<NodeJS.Signals, ExitCode>>;

type StopSignal = keyof typeof EXIT_OF_SIGNAL;

/** Listens for signals from its construction until `dispose()`. */
export class StopSignals {
  readonly #stop = new AbortController();
  readonly #kill = new AbortController();
  readonly #listeners: (readonly [StopSignal, () => void])[];
  #exit: ExitCode | undefined;

  /** @param onFirst Called after the first signal, to announce what a second one does. */
  constructor(onFirst: () => void) {
    this.#listeners = (["SIGINT", "SIGTERM", "SIGHUP"] as const).map((signal) => [
      signal,
      () => this.#heed(signal, onFirst),
    ]);
    for (const [signal, handle] of this.#listeners) process.on(signal, handle);
  }

  /** Aborted by the first signal. */
  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  /** Aborted by the second signal. */
  get killing(): AbortSignal {
    return this.#kill.signal;
  }

  /** Exit code for the first signal; `undefined` before it. */
  get exit(): ExitCode | undefined {
    return this.#exit;
  }

  /** Aborts `stopping` without a signal and without an exit code, for example after a broken pipe. */
  stop(): void {
    this.#stop.abort();
  }

  /** Stops listening, which restores the default effect of signals. */
  dispose(): void {
    for (const [signal, heed] of this.#listeners) process.off(signal, heed);
  }

  #heed(signal: StopSignal, onFirst: () => void): void {
    if (this.#exit !== undefined) return this.#kill.abort();
    this.#exit = EXIT_OF_SIGNAL[signal];
    this.#stop.abort();
    onFirst();
  }
}

let handler: () => void = exitWithSuccess;

/**
 * Sets the handler; the default exits with 0. Set one before writing if the command has work to finish,
 * or if incomplete output is an error.
 */
export function onBrokenPipe(replacement: () => void): void {
  handler = replacement;
}

export function handleBrokenPipe(): void {
  handler();
}

function exitWithSuccess(): void {
  process.exit(0);
}
