/**
 * Tasks that may have released their slot and not ended yet. This limits how many more submissions are
 * handled before a failing acknowledgement is noticed.
 */
const MAX_DETACHED_TASKS = 128;

/** Runs up to N tasks at once and keeps the first failure. */
export class Slots {
  readonly #size: number;
  readonly #onEmpty: () => void;
  readonly #tasks = new Set<Promise<void>>();
  #taken = 0;
  #wake: (() => void)[] = [];
  #failure: { readonly error: unknown } | undefined;

  /**
   * @param size Tasks at once; 1 or more.
   * @param onEmpty Called whenever the last occupied slot is released.
   */
  constructor(size: number, onEmpty: () => void = () => undefined) {
    this.#size = size;
    this.#onEmpty = onEmpty;
  }

  /** Whether no slot is occupied. */
  get areEmpty(): boolean {
    return this.#taken === 0;
  }

  /** Resolves once a task may start. @throws the first error of a task. */
  async free(): Promise<void> {
    while (this.#taken >= this.#size || this.#tasks.size >= this.#size + MAX_DETACHED_TASKS) {
      await new Promise<void>((resolve) => void this.#wake.push(resolve));
    }
    this.#rethrow();
  }

  /**
   * Starts the task. Call it right after {@link free}. The task may release its slot before it ends.
   */
  start(task: (releaseSlot: () => void) => Promise<void>): void {
    let holdsSlot = true;
    this.#taken += 1;
    const releaseSlot = () => {
      if (holdsSlot) this.#taken -= 1;
      holdsSlot = false;
      if (this.areEmpty) this.#onEmpty();
      for (const wake of this.#wake.splice(0)) wake();
    };
    const running = task(releaseSlot)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        this.#tasks.delete(running);
        releaseSlot();
      });
    this.#tasks.add(running);
  }

  /** Resolves when all tasks have ended, successfully or not. */
  async finished(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  /** Like {@link finished}. @throws the first error of a task. */
  async idle(): Promise<void> {
    await this.finished();
    this.#rethrow();
  }

  #rethrow(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
