/** The system's clock, timers and random numbers, the defaults of the client's options. */
import { setTimeout as sleepFor } from "node:timers/promises";

export const systemTime = { now: () => Date.now() };

/** A variable of the environment; an empty one counts as not set. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name] || undefined;
}

export const systemRandom = () => Math.random();

/** Waits. Resolves early, without an error, when the signal fires. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(ms, undefined, { signal }).catch(() => undefined);
}

/** Aborts its signal after `ms`, unless disarmed before, or when `abort` is called. */
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

  /** Whether the time has passed; false if it was aborted before. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Aborts when this signal fires, until the returned function is called. `AbortSignal.any` would keep
   * the response in memory until a full garbage collection.
   */
  follow(signal: AbortSignal): () => void {
    const abort = () => this.abort();
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    return () => signal.removeEventListener("abort", abort);
  }

  /** Works after `disarm` too. */
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
