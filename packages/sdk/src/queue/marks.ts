/** Acknowledgements: one by one, or together those that came while others were under way. */
import type { QueueSource } from "./source.ts";

const NEVER = new AbortController().signal;
/** What one call of the API takes. */
const MAX_AT_ONCE = 1_000;
/** So many are not waited with any longer: half of those that may wait behind their handlers. */
const ENOUGH = 64;
/** How long the first waits for others at most. Whoever looks at the server sees it that much later. */
const COMPANY_MS = 100;

type Mark = "marked" | "unknown";

/** Others that an acknowledgement may wait for. */
export interface Company {
  /** Handlers run, and theirs is to come. When the last of them has ended, `noneFollow` is called. */
  readonly areComing: () => boolean;
  /** Resolves after `ms`, or at once when the signal fires. Never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export class Marks {
  readonly #source: QueueSource;
  readonly #killing: AbortSignal;
  readonly #company: Company | undefined;
  #stopWaiting: AbortController | undefined;
  /** Not of a service that takes none together. */
  #isCompanyOfUse = true;
  readonly #waiting: { readonly id: number; readonly resolve: (mark: Promise<Mark>) => void }[] =
    [];
  #isSending = false;

  /** @param company Without it nothing is waited for. */
  constructor(source: QueueSource, killing: AbortSignal = NEVER, company?: Company) {
    this.#source = source;
    this.#killing = killing;
    this.#company = company;
  }

  /** Like the source's own. Its errors are of this one submission, however it was sent. */
  markRead(id: number): Promise<Mark> {
    if (this.#source.markAllRead === undefined) return this.#markOne(id);
    return new Promise((resolve) => {
      this.#waiting.push({ id, resolve });
      if (!this.#isSending) void this.#send();
      else if (this.#waiting.length >= ENOUGH) this.noneFollow();
    });
  }

  /** Nothing is under way that would end in an acknowledgement: those that wait are sent. */
  noneFollow(): void {
    this.#stopWaiting?.abort();
  }

  #markOne(id: number): Promise<Mark> {
    return this.#source.markRead(id, this.#killing);
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    for (;;) {
      const pause = this.#waitForCompany();
      if (pause !== undefined) await pause;
      const waiting = this.#waiting.splice(0, MAX_AT_ONCE);
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

  #waitForCompany(): Promise<void> | undefined {
    const { length } = this.#waiting;
    if (this.#company === undefined || !this.#isCompanyOfUse) return undefined;
    if (length === 0 || length >= ENOUGH || !this.#company.areComing()) return undefined;
    const stop = (this.#stopWaiting = new AbortController());
    return this.#company.sleep(COMPANY_MS, AbortSignal.any([stop.signal, this.#killing]));
  }

  async #sendTogether(ids: readonly number[]): Promise<ReadonlySet<number>> {
    const none = new Set<number>();
    if (ids.length < 2) return none;
    const marked = (await this.#source.markAllRead?.(ids, this.#killing)) ?? none;
    this.#isCompanyOfUse = marked.size > 0;
    return marked;
  }
}
