/** Acknowledgements: one by one, or together those that came while others were under way. */
import type { QueueSource } from "./source.ts";

const NEVER = new AbortController().signal;
/** What one call of the API takes. */
const MOST_AT_ONCE = 1_000;

type Mark = "marked" | "unknown";

export class Marks {
  readonly #source: QueueSource;
  readonly #killing: AbortSignal;
  readonly #waiting: { readonly id: number; readonly resolve: (mark: Promise<Mark>) => void }[] =
    [];
  #isSending = false;

  constructor(source: QueueSource, killing: AbortSignal = NEVER) {
    this.#source = source;
    this.#killing = killing;
  }

  /** Like the source's own. Its errors are of this one submission, however it was sent. */
  markRead(id: number): Promise<Mark> {
    if (this.#source.markAllRead === undefined) return this.#markOne(id);
    return new Promise((resolve) => {
      this.#waiting.push({ id, resolve });
      if (!this.#isSending) void this.#send();
    });
  }

  #markOne(id: number): Promise<Mark> {
    return this.#source.markRead(id, this.#killing);
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    for (;;) {
      const waiting = this.#waiting.splice(0, MOST_AT_ONCE);
      if (waiting.length === 0) break;
      const together = this.#sendTogether(waiting.map(({ id }) => id));
      const marks = waiting.map(({ id, resolve }) => {
        // What was not confirmed is asked for by itself: the answer to that one counts.
        const mark = together.then((marked): Mark | Promise<Mark> =>
          marked.has(id) ? "marked" : this.#markOne(id),
        );
        resolve(mark);
        return mark;
      });
      await Promise.allSettled(marks);
    }
    this.#isSending = false;
  }

  async #sendTogether(ids: readonly number[]): Promise<ReadonlySet<number>> {
    const none = new Set<number>();
    if (ids.length < 2) return none;
    return (await this.#source.markAllRead?.(ids, this.#killing)) ?? none;
  }
}
