/** One try of one submission, from the commit before its handler starts to the acknowledgement. */
import type { QueueSubmission } from "./delivery.ts";
import { deliveryOf } from "./delivery.ts";
import type { HandlerResult } from "./handler.ts";
import type { QueueItem } from "./item.ts";
import { owesMark } from "./item.ts";
import type { HandlerOutcome } from "./outcome.ts";
import { describeOutcome, judge } from "./outcome.ts";
import type { Session } from "./session.ts";
import { named } from "./session.ts";
import { giveBack, settle } from "./settle.ts";
import { type GiveBack, QueueSourceError } from "./source.ts";

/**
 * Tries an item whose start was claimed. `false` when it waits for another try. `listed` is the
 * record from the unread list; without it, and before every retry that is not leased, the record is
 * read again: it may be somebody's already. `leaveSlot` is called once the handler is through, before
 * that is on record.
 */
export async function attempt(
  session: Session,
  item: QueueItem,
  listed: QueueSubmission | undefined,
  leaveSlot: () => void = () => undefined,
): Promise<boolean> {
  const record = await currentRecord(session, item, listed);
  if (record === undefined || session.isClosing()) {
    session.returnClaim();
    await giveBack(session, [item.submissionId], { kind: "now" });
    return true;
  }
  const running = await session.commit(item, { kind: "started" });
  session.tally.started += 1;
  const { attempts, starts } = running;
  session.emit({ kind: "started", ...named(item), attempt: attempts, redelivered: starts > 1 });

  const { committed, result } = await runHandler(session, running, record);
  // The next one's start is then in the same commit as this one's end.
  if (judge(result.outcome) === "success") leaveSlot();
  const now = session.options.clock.now();
  const jitter = session.options.random();
  const next = await session.commit(committed, { kind: "finished", ...result, now, jitter });
  session.noteJudgement(judge(result.outcome));
  report(session, next, result.outcome);
  await passOn(session, next, now);
  return next.state.kind !== "retry" && next.state.kind !== "seen";
}

/** Tells the server what became of an item that was tried. */
export async function passOn(session: Session, item: QueueItem, now: number): Promise<void> {
  if (!owesMark(item)) await giveBack(session, [item.submissionId], wayBack(item, now));
  else if (!session.hasLostServer()) await settle(session, item);
}

/** How an item that was not handled goes back to a server that leased it. */
function wayBack({ state }: QueueItem, now: number): GiveBack {
  if (state.kind === "dead") return { kind: "dead" };
  return state.kind === "retry"
    ? { kind: "later", afterMs: Math.max(0, state.dueAt - now) }
    : { kind: "now" };
}

/** What the handler is to be given; `undefined` when it is not to be started for it. */
export async function currentRecord(
  session: Session,
  item: QueueItem,
  listed: QueueSubmission | undefined,
): Promise<QueueSubmission | undefined> {
  // A lease shows the record as it is; what a page of the list shows may have waited for a slot.
  const isLeased = session.options.source.giveBack !== undefined;
  const submission = item.state.kind === "retry" && !isLeased ? undefined : listed;
  return submission ?? lookAgain(session, item);
}

/** The record as it is now; `undefined` when it is gone or the server did not say. */
async function lookAgain(session: Session, item: QueueItem): Promise<QueueSubmission | undefined> {
  try {
    const look = await session.options.source.get(item.submissionId, session.stopping);
    if (look.kind === "unread") return look.submission;
    await vanish(session, item, look.reason);
  } catch (error) {
    if (!(error instanceof QueueSourceError)) throw error;
    session.finishFor(error);
  }
  return undefined;
}

/** Notes that the item is not ours to handle any more. */
export async function vanish(session: Session, item: QueueItem, reason: string): Promise<void> {
  const gone = await session.commit(item, { kind: "vanished", walk: session.walk, reason });
  session.tally.gone += 1;
  session.emit({ kind: "gone", ...named(gone), reason });
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

/** Counts and tells what a try came to. */
export function report(session: Session, item: QueueItem, outcome: HandlerOutcome): void {
  const { tally } = session;
  const { state, attempts } = item;
  const reason = describeOutcome(outcome);
  switch (judge(outcome)) {
    case "success":
      tally.handled += 1;
      session.emit({ kind: "handled", ...named(item) });
      return;
    case "misconfigured":
      session.emit({ kind: "misconfigured", ...named(item), reason });
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
    session.emit({ kind: "retry", ...named(item), reason, dueAt: state.dueAt, attempts });
  } else if (state.kind === "dead") {
    tally.dead += 1;
    session.emit({ kind: "dead", ...named(item), reason: state.reason, attempts });
  }
}
