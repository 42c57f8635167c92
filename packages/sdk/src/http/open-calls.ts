/** The calls that were begun and are not over: what `close` waits for and `destroy` breaks off. */

export class UnderWay {
  readonly #calls = new Set<Promise<unknown>>();
  readonly #deadlines = new Set<{ abort(): void }>();

  /** Counts it until it settles, however that is. */
  add<Result>(call: Promise<Result>): Promise<Result> {
    const settled = call.then(
      () => undefined,
      () => undefined,
    );
    this.#calls.add(settled);
    void settled.then(() => this.#calls.delete(settled));
    return call;
  }

  /** Has it aborted by {@link breakOff}, until the function that comes back is called. */
  hold(deadline: { abort(): void }): () => void {
    this.#deadlines.add(deadline);
    return () => void this.#deadlines.delete(deadline);
  }

  async settled(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls);
  }

  breakOff(): void {
    for (const deadline of this.#deadlines) deadline.abort();
  }
}
