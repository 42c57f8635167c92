/** One attempt at one submission or a batch, from the commit before its handler starts to the acknowledgement. */
import { type QueueSubmission, deliveryOf, uidOf } from "./delivery.ts";
import type { HandlerResult, QueueHandler, QueueWork } from "./handler.ts";
import { type QueueItem, owesMark } from "./item.ts";
import { type HandlerOutcome, describeOutcome, judge, outcomeOfUnnamed } from "./outcome.ts";
import { type Session, itemIds } from "./session.ts";
import { giveBack, acknowledge } from "./acknowledge.ts";
import { type GiveBack, QueueSourceError } from "./source.ts";

/** Records of the unread list, by the ids of their submissions. */
export type Records = ReadonlyMap<number, QueueSubmission>;

/**
 * Runs the handler once for items whose starts were taken: one, or a batch. Returns `false` if one of them waits for
 * another attempt.
 *
 * @param listed Without its record, and before a retry that is not leased, a submission is fetched again, because
 *   it may have changed on the server.
 * @param releaseSlot Called when the handler has succeeded, before that is committed.
 */
export async function attempt(
  session: Session,
  taken: readonly QueueItem[],
  listed: Records,
  releaseSlot: () => void = () => undefined,
): Promise<boolean> {
  const found = new Map<number, QueueSubmission>();
  for (const item of taken) {
    const record = await currentRecord(session, item, listed.get(item.submissionId));
    if (record !== undefined) found.set(item.submissionId, record);
  }
  const items = session.isClosing()
    ? []
    : taken.filter(({ submissionId }) => found.has(submissionId));
  await returnUnused(session, taken, items);
  if (items.length === 0) return true;

  const running = await session.commitAll(items, () => ({ kind: "started" }));
  for (const item of running) reportStart(session, item);
  const open = new Map(running.map((item) => [item.submissionId, item]));
  const handled: QueueItem[] = [];
  const { outcome: whole, output } = await session.whileRunning(
    runHandler(session, open, found, async (ids) => {
      handled.push(...(await finish(session, open, ids, DONE)));
    }),
  );
  const outcome = session.options.batch === undefined ? whole : outcomeOfUnnamed(whole);
  const judgement = open.size === 0 ? "success" : judge(outcome);
  // Released before the commit, so that the next start can share a transaction with this end.
  if (judgement === "success") releaseSlot();
  session.recordJudgement(judgement);
  const rest = await finish(session, open, [...open.keys()], { outcome, output });
  const now = session.options.clock.now();
  const ended = [...handled, ...rest];
  for (const item of ended) await notifyServer(session, item, now);
  return ended.every(({ state }) => state.kind !== "retry" && state.kind !== "seen");
}

/** Marks a handled item read on the server, or gives a lease on an unhandled one back. */
async function notifyServer(session: Session, item: QueueItem, now: number): Promise<void> {
  if (!owesMark(item)) await giveBack(session, [item.submissionId], giveBackOf(item, now));
  else if (!session.hasServerFailed()) await acknowledge(session, item);
}

function giveBackOf({ state }: QueueItem, now: number): GiveBack {
  if (state.kind === "dead") return { kind: "dead" };
  return state.kind === "retry"
    ? { kind: "later", afterMs: Math.max(0, state.dueAt - now) }
    : { kind: "now" };
}

/** The record to pass to the handler; `undefined` if the handler must not be started for it. */
async function currentRecord(
  session: Session,
  item: QueueItem,
  listed: QueueSubmission | undefined,
): Promise<QueueSubmission | undefined> {
  // A leased record is current. A listed one may be stale: it may have waited for a slot.
  const isLeased = session.options.source.giveBack !== undefined;
  const submission = item.state.kind === "retry" && !isLeased ? undefined : listed;
  return submission ?? readAgain(session, item);
}

/** Fetches the record again; `undefined` if it is gone or the server could not be asked. */
async function readAgain(session: Session, item: QueueItem): Promise<QueueSubmission | undefined> {
  try {
    const found = await session.options.source.get(item.submissionId, session.stopping);
    const reason = found.kind === "gone" ? found.reason : reasonIfOther(item, found.submission);
    if (reason === undefined) return found.kind === "unread" ? found.submission : undefined;
    await recordGone(session, item, reason);
  } catch (error) {
    if (!(error instanceof QueueSourceError)) throw error;
    session.finishWith(error);
  }
  return undefined;
}

/** Why the record is not the item's submission; `undefined` if it is. */
export const reasonIfOther = (item: QueueItem, record: QueueSubmission): string | undefined =>
  uidOf(record) === item.uid ? undefined : "another submission has its id now";

/** Records that the item must not be handled any more. */
export async function recordGone(session: Session, item: QueueItem, reason: string): Promise<void> {
  const gone = await session.commit(item, { kind: "vanished", walk: session.walk, reason });
  session.tally.gone += 1;
  session.emit({ kind: "gone", ...itemIds(gone), reason });
}

const DONE: HandlerResult = { outcome: { kind: "exit", code: 0 }, output: "" };

async function returnUnused(
  session: Session,
  taken: readonly QueueItem[],
  kept: readonly QueueItem[],
): Promise<void> {
  const unused = taken.filter((item) => !kept.includes(item));
  for (const _ of unused) session.returnStart();
  await giveBack(
    session,
    unused.map(({ submissionId }) => submissionId),
    { kind: "now" },
  );
}

async function runHandler(
  session: Session,
  open: Map<number, QueueItem>,
  found: Records,
  onDone: (submissionIds: readonly number[]) => Promise<void>,
): Promise<HandlerResult> {
  const { handler, consumer, batch } = session.options;
  const works = [...open.values()].flatMap((item): QueueWork[] => {
    const submission = found.get(item.submissionId);
    return submission === undefined ? [] : [{ delivery: deliveryOf(item, consumer), submission }];
  });
  const start = await (batch === undefined ? startOne(handler, works) : startAll(handler, works));
  if (start.kind === "could-not-start") return { outcome: start, output: "" };
  const { process } = start;
  if (process !== undefined) {
    const known = () => ({ kind: "process-known", process }) as const;
    // It need not survive a power cut, because no process does.
    const updated = await session.commitAll([...open.values()], known, "process");
    for (const item of updated) open.set(item.submissionId, item);
  }
  return start.finish(session.killing, onDone);
}

async function startOne(handler: QueueHandler, [work]: readonly QueueWork[]) {
  if (work === undefined) throw new Error("there is no submission to handle");
  return handler.start(work.delivery, work.submission);
}

async function startAll(handler: QueueHandler, works: readonly QueueWork[]) {
  if (handler.startBatch === undefined)
    throw new Error("the handler has no startBatch, so it cannot take batches");
  return handler.startBatch(works);
}

/** Removes the items from `open` and commits them as finished together. Skips ids that are not open. */
async function finish(
  session: Session,
  open: Map<number, QueueItem>,
  ids: readonly number[],
  { outcome, output }: HandlerResult,
): Promise<QueueItem[]> {
  const items = [...new Set(ids)].flatMap((id) => open.get(id) ?? []);
  for (const { submissionId } of items) open.delete(submissionId);
  const { clock, random } = session.options;
  const finished = await session.commitAll(items, () => ({
    kind: "finished",
    outcome,
    output,
    now: clock.now(),
    jitter: random(),
  }));
  for (const item of finished) reportOutcome(session, item, outcome);
  return finished;
}

/** Counts the start of an attempt and emits its event. */
function reportStart(session: Session, item: QueueItem): void {
  session.tally.started += 1;
  const { attempts, starts } = item;
  session.emit({ kind: "started", ...itemIds(item), attempt: attempts, redelivered: starts > 1 });
}

/** Counts the outcome of an attempt and emits its event. */
function reportOutcome(session: Session, item: QueueItem, outcome: HandlerOutcome): void {
  const { tally } = session;
  const { state, attempts } = item;
  const reason = describeOutcome(outcome);
  switch (judge(outcome)) {
    case "success":
      tally.handled += 1;
      session.emit({ kind: "handled", ...itemIds(item) });
      return;
    case "misconfigured":
      session.emit({ kind: "misconfigured", ...itemIds(item), reason });
      session.finish({ kind: "misconfigured", reason });
      return;
    case "interrupted":
      tally.interrupted += 1;
      break;
    case "defer":
      tally.deferred += 1;
      break;
    case "reject":
    case "fail":
      tally.failed += 1;
      break;
  }
  if (state.kind === "retry") {
    session.emit({ kind: "retry", ...itemIds(item), reason, dueAt: state.dueAt, attempts });
  } else if (state.kind === "dead") {
    tally.dead += 1;
    session.emit({ kind: "dead", ...itemIds(item), reason: state.reason, attempts });
  }
}
