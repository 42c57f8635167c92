/** One run under way: when it ends, what it has counted, and whether anything may still start. */
import type { QueueEnd, QueueEvent, QueueSummary } from "./event.ts";
import type { HandlerProcess, QueueItem } from "./item.ts";
import type { QueueOptions } from "./options.ts";
import { Slots } from "./slots.ts";
import { type Company, Marks } from "./marks.ts";
import type { Judgement } from "./outcome.ts";
import type { QueueSourceError } from "./source.ts";
import type { ItemEvent, QueuePolicy } from "./transition.ts";
import { DEFAULT_POLICY, transition } from "./transition.ts";

const DEFERRALS_THAT_END_A_PASS = 5;

type Tally = { -readonly [Count in keyof Omit<QueueSummary, "end">]: number };

/** The state of one run that is not on disk. */
export class Session {
  readonly options: QueueOptions;
  readonly policy: QueuePolicy;
  readonly slots: Slots;
  /** The acknowledgements under way. */
  readonly marks: Marks;
  /** Nothing may start any more. */
  readonly stopping: AbortSignal;
  /** Handlers are to be stopped. */
  readonly killing: AbortSignal;
  readonly tally: Tally = {
    started: 0,
    handled: 0,
    acked: 0,
    gone: 0,
    failed: 0,
    dead: 0,
    deferred: 0,
    interrupted: 0,
  };
  /** Number of the walk under way, or of the last one. */
  walk = 0;
  /** Why this round is ending; nothing starts once it is set. */
  end: QueueEnd | undefined;
  /** Items taken up in the walk under way, or in the last one. */
  takenUp = 0;
  /** Forms that wait for their oldest item until the next walk, where the order counts. */
  readonly heldForms = new Set<number>();
  #claims = 0;
  #deferralsInARow = 0;
  readonly #timeUp = new AbortController();

  constructor(options: QueueOptions) {
    this.options = options;
    this.policy = options.policy ?? DEFAULT_POLICY;
    this.slots = new Slots(options.concurrency ?? 1, () => this.marks.noneFollow());
    this.marks = new Marks(options.source, options.killing, this.#company());
    const killing = [this.#timeUp.signal, ...present(options.killing)];
    this.killing = AbortSignal.any(killing);
    this.stopping = AbortSignal.any([...killing, ...present(options.stopping)]);
  }

  /** A handler that has succeeded leaves its slot before it is acknowledged. */
  get mayOverlap(): boolean {
    const { concurrency = 1, isOrdered, batch, source } = this.options;
    // In order, one has to be through before the next; a lease is kept until the server knows.
    return (
      concurrency > 1 && isOrdered !== true && batch === undefined && source.giveBack === undefined
    );
  }

  /** To be called when `maxTimeMs` is over. */
  endTime(): void {
    this.#timeUp.abort();
  }

  /** Ends the round; the first reason stands, but a handler that cannot run outweighs all. */
  finish(end: QueueEnd): void {
    if (this.end === undefined || end.kind === "misconfigured") this.end = end;
  }

  /** Ends the round for a failure of the server, unless we broke the call off ourselves. */
  finishFor(error: QueueSourceError): void {
    this.finish(error.failure === "aborted" ? this.stopReason() : { kind: "source", error });
  }

  /** The server refused or failed in this round: what is owed waits for the next one. */
  hasLostServer(): boolean {
    return this.end?.kind === "source";
  }

  /** Not even what was claimed may start. That the last start was claimed is no reason. */
  isClosing(): boolean {
    return this.stopping.aborted || (this.end !== undefined && this.end.kind !== "max");
  }

  /** What ended it, when a signal did. */
  stopReason(): QueueEnd {
    return { kind: this.#timeUp.signal.aborted ? "max-time" : "stopped" };
  }

  /** Takes one of the starts that are left; `false` and an end when none may be taken. */
  claimStart(): boolean {
    if (!this.mayStart()) return false;
    this.#claims += 1;
    this.takenUp += 1;
    return true;
  }

  /** Whether a start is left; `false` and an end when not. */
  mayStart(): boolean {
    if (this.end !== undefined) return false;
    if (this.stopping.aborted) {
      this.finish(this.stopReason());
      return false;
    }
    if (this.#claims >= (this.options.max ?? Infinity)) {
      this.finish({ kind: "max" });
      return false;
    }
    return true;
  }

  /** Gives a claimed start back: nothing was started. */
  returnClaim(): void {
    this.#claims -= 1;
  }

  /** Follows exit 75: five handlers in a row say that the trouble is not with the submissions. */
  noteJudgement(judgement: Judgement): void {
    if (judgement === "misconfigured" || judgement === "interrupted") return;
    this.#deferralsInARow = judgement === "defer" ? this.#deferralsInARow + 1 : 0;
    if (this.#deferralsInARow >= DEFERRALS_THAT_END_A_PASS) this.finish({ kind: "deferring" });
  }

  /** Forgets what the last walk took up. */
  beginWalk(walk: number): void {
    this.walk = walk;
    this.takenUp = 0;
    this.heldForms.clear();
  }

  /** Forgets the end of the last round, so that another can follow. */
  beginRound(): void {
    this.end = undefined;
    this.#deferralsInARow = 0;
  }

  /** Moves the item on and commits it. */
  async commit(item: QueueItem, event: ItemEvent): Promise<QueueItem> {
    const next = transition(item, event, this.policy);
    await this.options.store.commit([next]);
    return next;
  }

  /** Moves several items on in one commit. */
  async commitAll(
    items: readonly QueueItem[],
    eventOf: (item: QueueItem) => ItemEvent,
  ): Promise<QueueItem[]> {
    const next = items.map((item) => transition(item, eventOf(item), this.policy));
    if (next.length > 0) await this.options.store.commit(next);
    return next;
  }

  /** Puts the handler's process on record. After a power cut no process is left to be found by it. */
  async commitProcess(items: readonly QueueItem[], process: HandlerProcess): Promise<QueueItem[]> {
    const next = items.map((item) =>
      transition(item, { kind: "process-known", process }, this.policy),
    );
    await this.options.store.commit(next, "process");
    return next;
  }

  #company(): Company | undefined {
    const { sleep } = this.options;
    return this.mayOverlap ? { areComing: () => !this.slots.areEmpty, sleep } : undefined;
  }

  emit(event: QueueEvent): void {
    this.options.onEvent?.(event);
  }

  summary(end: QueueEnd): QueueSummary {
    return { ...this.tally, end };
  }
}

/** The identifying members of an item's events. */
export function named({ submissionId, formId, generation }: QueueItem): {
  submissionId: number;
  formId: number;
  generation: number;
} {
  return { submissionId, formId, generation };
}

function present(signal: AbortSignal | undefined): AbortSignal[] {
  return signal === undefined ? [] : [signal];
}
