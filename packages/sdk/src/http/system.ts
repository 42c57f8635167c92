/** The system's clock, timers and random numbers, the defaults of the client's options. */

export const systemTime = { now: () => Date.now() };

export const systemRandom = () => Math.random();

/** Waits. Resolves early, without an error, when the signal fires. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) return Promise.resolve();
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    resolve();
  };
  const timer = setTimeout(end, ms);
  signal.addEventListener("abort", end, { once: true });
  return promise;
}

/** Aborts its signal after `ms`, unless disarmed before, or when `abort` is called. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
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
