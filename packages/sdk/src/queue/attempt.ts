/** One attempt at one submission, from the commit before its handler starts to the acknowledgement. */
import type { QueueSubmission } from "./delivery.ts";
import { deliveryOf, uidOf } from "./delivery.ts";
import type { HandlerResult } from "./handler.ts";
import type { QueueItem } from "./item.ts";
import { owesMark } from "./item.ts";
import type { HandlerOutcome } from "./outcome.ts";
import { describeOutcome, judge } from "./outcome.ts";
import type { Session } from "./session.ts";
import { itemIds } from "./session.ts";
import { giveBack, acknowledge } from "./acknowledge.ts";
import { type GiveBack, QueueSourceError } from "./source.ts";

/**
 * Runs the handler for an item whose start was taken. Returns `false` if the item waits for another
 * attempt.
 *
 * @param listed The record from the unread list. Without it, and before a retry that is not leased,
 *   the record is fetched again, because it may have changed on the server.
 * @param releaseSlot Called when the handler has succeeded, before that is committed.
 */
export async function attempt(
  session: Session,
  item: QueueItem,
  listed: QueueSubmission | undefined,
  releaseSlot: () => void = () => undefined,
): Promise<boolean> {
  const record = await currentRecord(session, item, listed);
  if (record === undefined || session.isClosing()) {
    session.returnStart();
    await giveBack(session, [item.submissionId], { kind: "now" });
    return true;
  }
  const running = await session.commit(item, { kind: "started" });
  reportStart(session, running);
  const { committed, result } = await session.whileRunning(runHandler(session, running, record));
  // Released before the commit, so that the next start can share a transaction with this end.
  if (judge(result.outcome) === "success") releaseSlot();
  const now = session.options.clock.now();
  const jitter = session.options.random();
  const next = await session.commit(committed, { kind: "finished", ...result, now, jitter });
  session.recordJudgement(judge(result.outcome));
  reportOutcome(session, next, result.outcome);
  await notifyServer(session, next, now);
  return next.state.kind !== "retry" && next.state.kind !== "seen";
}

/** Marks a handled item read on the server, or gives a lease on an unhandled one back. */
export async function notifyServer(session: Session, item: QueueItem, now: number): Promise<void> {
  if (!owesMark(item)) await giveBack(session, [item.submissionId], giveBackOf(item, now));
  else if (!session.hasServerFailed()) await acknowledge(session, item);
}

/** How to give back the lease on an item that was not handled. */
function giveBackOf({ state }: QueueItem, now: number): GiveBack {
  if (state.kind === "dead") return { kind: "dead" };
  return state.kind === "retry"
    ? { kind: "later", afterMs: Math.max(0, state.dueAt - now) }
    : { kind: "now" };
}

/** The record to pass to the handler; `undefined` if the handler must not be started for it. */
export async function currentRecord(
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
export function reasonIfOther(item: QueueItem, record: QueueSubmission): string | undefined {
  return uidOf(record) === item.uid ? undefined : "another submission has its id now";
}

/** Records that the item must not be handled any more. */
export async function recordGone(session: Session, item: QueueItem, reason: string): Promise<void> {
  const gone = await session.commit(item, { kind: "vanished", walk: session.walk, reason });
  session.tally.gone += 1;
  session.emit({ kind: "gone", ...itemIds(gone), reason });
}

async function runHandler(
  session: Session,
  running: QueueItem,
  submission: QueueSubmission,
): Promise<{ committed: QueueItem; result: HandlerResult }> {
  const { handler, consumer } = session.options;
  const start = await handler.start(deliveryOf(running, consumer), submission);
  if (start.kind === "could-not-start") {
    return { committed: running, result: { outcome: start, output: "" } };
  }
  const { process } = start;
  const [committed = running] =
    process === undefined ? [] : await session.commitProcess([running], process);
  return { committed, result: await start.finish(session.killing) };
}

/** Counts the start of an attempt and emits its event. */
export function reportStart(session: Session, item: QueueItem): void {
  session.tally.started += 1;
  const { attempts, starts } = item;
  session.emit({ kind: "started", ...itemIds(item), attempt: attempts, redelivered: starts > 1 });
}

/** Counts the outcome of an attempt and emits its event. */
export function reportOutcome(session: Session, item: QueueItem, outcome: HandlerOutcome): void {
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
