/** Ctrl-C and its kin: the first asks the run to stop, the second stops its handlers too. */
import type { ExitCode } from "../errors/exit-codes.ts";
import { EXIT } from "../errors/exit-codes.ts";

const EXIT_OF_SIGNAL = {
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
  SIGHUP: EXIT.terminated,
} as const satisfies Partial<Record<NodeJS.Signals, ExitCode>>;

type StopSignal = keyof typeof EXIT_OF_SIGNAL;

/** What signals have asked for so far. */
export class StopSignals {
  readonly #stop = new AbortController();
  readonly #kill = new AbortController();
  readonly #listeners: (readonly [StopSignal, () => void])[];
  #exit: ExitCode | undefined;

  /** @param onFirst Tells the person that a second one will not wait. */
  constructor(onFirst: () => void) {
    this.#listeners = (["SIGINT", "SIGTERM", "SIGHUP"] as const).map((signal) => [
      signal,
      () => this.#heed(signal, onFirst),
    ]);
    for (const [signal, handle] of this.#listeners) process.on(signal, handle);
  }

  /** Fires at the first. */
  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  /** Fires at the second. */
  get killing(): AbortSignal {
    return this.#kill.signal;
  }

  /** Exit code of the first signal; `undefined` while there was none. */
  get exit(): ExitCode | undefined {
    return this.#exit;
  }

  /** Stops as the first signal does, for another reason: the reader of our output has left. */
  stop(): void {
    this.#stop.abort();
  }

  /** Leaves signals to the system again. */
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
