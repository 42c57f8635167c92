/** Runs up to N tasks at once, and loses none of them nor of their failures. */
export class Slots {
  readonly #size: number;
  readonly #tasks = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  /** @param size Tasks at once; 1 or more. */
  constructor(size: number) {
    this.#size = size;
  }

  /** Resolves once a task may start. @throws what a task failed with. */
  async free(): Promise<void> {
    while (this.#tasks.size >= this.#size) await Promise.race(this.#tasks);
    this.#rethrow();
  }

  /** Starts the task; call it right after {@link free}. */
  start(task: () => Promise<void>): void {
    const running = task()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#tasks.delete(running));
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
