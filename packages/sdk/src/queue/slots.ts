/**
 * Tasks that may be between leaving their slot and their end. A server that takes no acknowledgement
 * is heard of late, and so much more is handled until then.
 */
const MAX_LEAVING = 128;

/** Runs up to N tasks at once, and loses none of them nor of their failures. */
export class Slots {
  readonly #size: number;
  readonly #onEmpty: () => void;
  readonly #tasks = new Set<Promise<void>>();
  #taken = 0;
  #wake: (() => void)[] = [];
  #failure: { readonly error: unknown } | undefined;

  /**
   * @param size Tasks at once; 1 or more.
   * @param onEmpty Called whenever the last task has left its slot.
   */
  constructor(size: number, onEmpty: () => void = () => undefined) {
    this.#size = size;
    this.#onEmpty = onEmpty;
  }

  /** Whether no task is in a slot. */
  get areEmpty(): boolean {
    return this.#taken === 0;
  }

  /** Resolves once a task may start. @throws what a task failed with. */
  async free(): Promise<void> {
    while (this.#taken >= this.#size || this.#tasks.size >= this.#size + MAX_LEAVING) {
      await new Promise<void>((resolve) => void this.#wake.push(resolve));
    }
    this.#rethrow();
  }

  /**
   * Starts the task; call it right after {@link free}. The task may leave its slot to another before
   * its own end.
   */
  start(task: (leaveSlot: () => void) => Promise<void>): void {
    let isIn = true;
    this.#taken += 1;
    const leaveSlot = () => {
      if (isIn) this.#taken -= 1;
      isIn = false;
      if (this.areEmpty) this.#onEmpty();
      for (const wake of this.#wake.splice(0)) wake();
    };
    const running = task(leaveSlot)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        this.#tasks.delete(running);
        leaveSlot();
      });
    this.#tasks.add(running);
  }

  /** Resolves when no task runs any more, whatever they came to. */
  async settled(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  /** Like {@link settled}. @throws what a task failed with. */
  async idle(): Promise<void> {
    await this.settled();
    this.#rethrow();
  }

  #rethrow(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
