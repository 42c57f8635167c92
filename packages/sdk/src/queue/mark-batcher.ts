/** Marks submissions read: one by one, or in one call while other handlers are still running. */
import type { QueueItem } from "./item.ts";
import type { QueueSource } from "./source.ts";

const NEVER = new AbortController().signal;
/** The API's limit for one call. */
const MAX_BATCH = 1_000;
/** A batch of this size is sent at once: half of `MAX_DETACHED_TASKS` in slots.ts. */
const FULL_BATCH = 64;
/** How long the first mark of a batch waits for others. The server shows it read that much later. */
const BATCH_WAIT_MS = 100;

type Marked = Pick<QueueItem, "submissionId" | "uid">;
type Mark = "marked" | "unknown";

/** Lets a mark wait for others, so that they share a call. */
export interface BatchWait {
  /** Whether handlers are running that may add marks. {@link MarkBatcher.flush} follows the last one. */
  readonly mayGrow: () => boolean;
  /** Resolves after `ms`, or at once when the signal fires. Never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export class MarkBatcher {
  readonly #source: QueueSource;
  readonly #killing: AbortSignal;
  readonly #wait: BatchWait | undefined;
  #stopWaiting: AbortController | undefined;
  /** False after the service confirmed nothing of a bulk call. */
  #supportsBulk = true;
  readonly #waiting: { readonly item: Marked; readonly resolve: (mark: Promise<Mark>) => void }[] =
    [];
  #isSending = false;

  /** @param wait Without it every mark is sent as soon as possible. */
  constructor(source: QueueSource, killing: AbortSignal = NEVER, wait?: BatchWait) {
    this.#source = source;
    this.#killing = killing;
    this.#wait = wait;
  }

  /** Like the source's own method. It rejects only for this submission, however it was sent. */
  markRead(item: Marked): Promise<Mark> {
    if (this.#source.markAllRead === undefined) return this.#markOne(item);
    return new Promise((resolve) => {
      this.#waiting.push({ item, resolve });
      if (!this.#isSending) void this.#send();
      else if (this.#waiting.length >= FULL_BATCH) this.flush();
    });
  }

  /** Ends the wait: sends the marks that are waiting now. */
  flush(): void {
    this.#stopWaiting?.abort();
  }

  #markOne({ submissionId, uid }: Marked): Promise<Mark> {
    return this.#source.markRead(submissionId, this.#killing, uid);
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    for (;;) {
      const pause = this.#waitForOthers();
      if (pause !== undefined) await pause;
      const waiting = this.#waiting.splice(0, MAX_BATCH);
      if (waiting.length === 0) break;
      const bulk = this.#sendBulk(waiting.map(({ item }) => item));
      const marks = waiting.map(({ item, resolve }) => {
        // A mark that the bulk call did not confirm is sent alone, and that response counts.
        const mark = bulk.then((marked): Mark | Promise<Mark> =>
          marked.has(item.submissionId) ? "marked" : this.#markOne(item),
        );
        resolve(mark);
        return mark;
      });
      await Promise.allSettled(marks);
    }
    this.#isSending = false;
  }

  #waitForOthers(): Promise<void> | undefined {
    const { length } = this.#waiting;
    if (this.#wait === undefined || !this.#supportsBulk) return undefined;
    if (length === 0 || length >= FULL_BATCH || !this.#wait.mayGrow()) return undefined;
    const stop = (this.#stopWaiting = new AbortController());
    return this.#wait.sleep(BATCH_WAIT_MS, AbortSignal.any([stop.signal, this.#killing]));
  }

  async #sendBulk(items: readonly Marked[]): Promise<ReadonlySet<number>> {
    const none = new Set<number>();
    if (items.length < 2) return none;
    const ids = items.map(({ submissionId }) => submissionId);
    const uids = items.map(({ uid }) => uid);
    const marked = (await this.#source.markAllRead?.(ids, this.#killing, uids)) ?? none;
    this.#supportsBulk = marked.size > 0;
    return marked;
  }
}
