/** The machine's time and chance, for whoever brings none of their own. */
import { setTimeout as sleepFor } from "node:timers/promises";

export const systemTime = { now: () => Date.now() };

export const systemRandom = () => Math.random();

/** Ends early, without an error, when the signal says so. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(ms, undefined, { signal }).catch(() => undefined);
}

/** Aborts its signal after `ms`, unless disarmed before, or when told to. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #isOver = false;

  constructor(ms: number) {
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#controller.abort();
    }, ms);
  }

  /** The time went by; not so when it was aborted before. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Aborts with this signal too, until the function that comes back is called. `AbortSignal.any` would
   * leave its signal, and the answer behind it, to be found by a collection of all memory.
   */
  follow(signal: AbortSignal): () => void {
    const abort = () => this.abort();
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    return () => signal.removeEventListener("abort", abort);
  }

  /** Even after it was disarmed. */
  abort(): void {
    this.#controller.abort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  disarm(): void {
    clearTimeout(this.#timer);
  }
}
