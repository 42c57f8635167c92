/** The machine's time and chance, for whoever brings none of their own. */
import { setTimeout as sleepFor } from "node:timers/promises";

export const systemTime = { now: () => Date.now() };

export const systemRandom = () => Math.random();

/** Ends early, without an error, when the signal says so. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(ms, undefined, { signal }).catch(() => undefined);
}

/** Aborts its signal after `ms`, unless disarmed before. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(ms: number) {
    this.#timer = setTimeout(() => this.#controller.abort(), ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  disarm(): void {
    clearTimeout(this.#timer);
  }
}
