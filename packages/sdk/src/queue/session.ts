/** The in-memory state of a run: its counts, why it ends, and whether anything may still start. */
import type { QueueEnd, QueueEvent, QueueSummary } from "./event.ts";
import type { QueueItem } from "./item.ts";
import type { QueueRun } from "./options.ts";
import { type BatchWait, MarkBatcher } from "./mark-batcher.ts";
import type { Judgement } from "./outcome.ts";
import type { QueueSourceError } from "./source.ts";
import type { Outlives } from "./store.ts";
import { type ItemEvent, type QueuePolicy, DEFAULT_POLICY, transition } from "./transition.ts";

const MAX_DEFERRALS_IN_A_ROW = 5;
/** How long a stopped run without a running handler waits for acknowledgements. */
const STOPPED_MARK_MS = 1_000;

type Tally = { -readonly [Count in keyof Omit<QueueSummary, "end">]: number };

/** The state of one run that is not in the store. */
export class Session {
  readonly options: QueueRun;
  readonly policy: QueuePolicy;
  readonly slots: Slots;
  readonly marks: MarkBatcher;
  /** Fires when nothing may start any more. */
  readonly stopping: AbortSignal;
  /** Fires when running handlers must be stopped. */
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
  /** Number of the current or last walk. */
  walk = 0;
  /** Why this round ends; nothing starts once it is set. */
  end: QueueEnd | undefined;
  /** Starts taken in the current or last walk. */
  startsTaken = 0;
  /** With `isOrdered`: forms that wait for their oldest item until the next walk. */
  readonly blockedForms = new Set<number>();
  #starts = 0;
  #deferralsInARow = 0;
  readonly #timeUp = new AbortController();
  /** Handlers that are running now. */
  #handlers = 0;
  /** Fires if no handler runs in a stopped run, and the server does not answer. */
  readonly #idleStop = new AbortController();
  readonly #ended = new AbortController();

  constructor(options: QueueRun) {
    this.options = options;
    this.policy = options.policy ?? DEFAULT_POLICY;
    this.slots = new Slots(options.concurrency ?? 1, () => this.marks.flush());
    const killing = [this.#timeUp.signal, ...present(options.killing)];
    this.killing = AbortSignal.any(killing);
    this.stopping = AbortSignal.any([...killing, ...present(options.signal)]);
    const endsMarks = AbortSignal.any([...present(options.killing), this.#idleStop.signal]);
    this.marks = new MarkBatcher(options.source, endsMarks, this.#batchWait());
    this.stopping.addEventListener("abort", () => void this.#endMarksIfIdle());
  }

  /** Whether a successful handler frees its slot before it is acknowledged. */
  get mayOverlap(): boolean {
    const { concurrency = 1, isOrdered, batch, source } = this.options;
    // Ordered items must be acknowledged before the next starts. A lease lasts until the acknowledgement.
    return (
      concurrency > 1 && isOrdered !== true && batch === undefined && source.giveBack === undefined
    );
  }

  async whileRunning<Result>(handler: Promise<Result>): Promise<Result> {
    this.#handlers += 1;
    try {
      return await handler;
    } finally {
      this.#handlers -= 1;
      if (this.stopping.aborted) void this.#endMarksIfIdle();
    }
  }

  /** The next run sends the acknowledgements that this one does not wait for. */
  async #endMarksIfIdle(): Promise<void> {
    if (this.#handlers > 0) return;
    await this.options.sleep(STOPPED_MARK_MS, this.#ended.signal);
    if (this.#handlers === 0) this.#idleStop.abort();
  }

  /** Fires at the end of the run. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Ends the timers of the run. */
  close(): void {
    this.#ended.abort();
  }

  /** Called when `maxTimeMs` has passed. */
  endTime(): void {
    this.#timeUp.abort();
  }

  /** Ends the round. The first reason is kept, except that `misconfigured` replaces any other. */
  finish(end: QueueEnd): void {
    if (this.end === undefined || end.kind === "misconfigured") this.end = end;
  }

  /** Ends the round after a failed call. A call that the run itself aborted counts as stopped. */
  finishWith(error: QueueSourceError): void {
    this.finish(error.failure === "aborted" ? this.stopReason() : { kind: "source", error });
  }

  /** Whether a call failed in this round. Missing acknowledgements then wait for the next round. */
  hasServerFailed(): boolean {
    return this.end?.kind === "source";
  }

  /** Whether even items whose start was taken must not start. Reaching `max` does not count. */
  isClosing(): boolean {
    return this.stopping.aborted || (this.end !== undefined && this.end.kind !== "max");
  }

  /** The end to report when a signal fired. */
  stopReason(): QueueEnd {
    return { kind: this.#timeUp.signal.aborted ? "max-time" : "stopped" };
  }

  /** Takes one of the remaining starts. Returns `false` and sets the end if there is none. */
  takeStart(): boolean {
    if (!this.mayStart()) return false;
    this.#starts += 1;
    this.startsTaken += 1;
    return true;
  }

  /** Whether a start remains. Sets the end if not. */
  mayStart(): boolean {
    if (this.end !== undefined) return false;
    if (this.stopping.aborted) {
      this.finish(this.stopReason());
      return false;
    }
    if (this.#starts >= (this.options.max ?? Infinity)) {
      this.finish({ kind: "max" });
      return false;
    }
    return true;
  }

  /** Returns a start that was taken and not used. */
  returnStart(): void {
    this.#starts -= 1;
  }

  /** Ends the round after five deferrals (exit 75) in a row: the cause is then not the submissions. */
  recordJudgement(judgement: Judgement): void {
    if (judgement === "misconfigured" || judgement === "interrupted") return;
    this.#deferralsInARow = judgement === "defer" ? this.#deferralsInARow + 1 : 0;
    if (this.#deferralsInARow >= MAX_DEFERRALS_IN_A_ROW) this.finish({ kind: "deferring" });
  }

  /** Resets the state of the last walk. */
  beginWalk(walk: number): void {
    this.walk = walk;
    this.startsTaken = 0;
    this.blockedForms.clear();
  }

  /** Resets the state of the last round. */
  beginRound(): void {
    this.end = undefined;
    this.#deferralsInARow = 0;
  }

  async commit(item: QueueItem, event: ItemEvent): Promise<QueueItem> {
    const next = transition(item, event, this.policy);
    await this.options.store.commit([next]);
    return next;
  }

  /** Applies an event to each item and commits all results together. */
  async commitAll(
    items: readonly QueueItem[],
    eventOf: (item: QueueItem) => ItemEvent,
    outlives: Outlives = "machine",
  ): Promise<QueueItem[]> {
    const next = items.map((item) => transition(item, eventOf(item), this.policy));
    if (next.length > 0) await this.options.store.commit(next, outlives);
    return next;
  }

  #batchWait(): BatchWait | undefined {
    const { sleep } = this.options;
    return this.mayOverlap ? { mayGrow: () => !this.slots.areEmpty, sleep } : undefined;
  }

  emit(event: QueueEvent): void {
    this.options.onEvent?.(event);
  }

  summary(end: QueueEnd): QueueSummary {
    return { ...this.tally, end };
  }
}

/** The members that identify the item in its events. */
export function itemIds({ submissionId, formId, generation }: QueueItem) {
  return { submissionId, formId, generation };
}

const present = (signal: AbortSignal | undefined): AbortSignal[] =>
  signal === undefined ? [] : [signal];

/**
 * Tasks that may have released their slot and not ended yet. This limits how many more submissions are
 * handled before a failing acknowledgement is noticed.
 */
const MAX_DETACHED_TASKS = 128;

/** Runs up to N tasks at once and keeps the first failure. */
class Slots {
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
