/** The calls in flight, which `close` waits for and `destroy` aborts. */

export class OpenCalls {
  readonly #calls = new Set<Promise<unknown>>();
  readonly #deadlines = new Set<{ abort(): void }>();

  /** Tracks the call until its promise is resolved or rejected. */
  add<Result>(call: Promise<Result>): Promise<Result> {
    const ended = call.then(
      () => undefined,
      () => undefined,
    );
    this.#calls.add(ended);
    void ended.then(() => this.#calls.delete(ended));
    return call;
  }

  /** Makes {@link abortAll} abort the deadline. Returns a function that ends the tracking. */
  trackDeadline(deadline: { abort(): void }): () => void {
    this.#deadlines.add(deadline);
    return () => void this.#deadlines.delete(deadline);
  }

  async allFinished(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls);
  }

  abortAll(): void {
    for (const deadline of this.#deadlines) deadline.abort();
  }
}
