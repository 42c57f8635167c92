/** Runs the queue: recovers items of a dead run, sends missing acknowledgements, then walks until drained. */
import type { QueueEnd, QueueSummary } from "./event.ts";
import { type QueueOptions, queueRun } from "./options.ts";
import { itemIds, Session } from "./session.ts";
import { acknowledgeOwed } from "./acknowledge.ts";
import { walk } from "./walk.ts";

/**
 * Passes every unread submission to the handler at least once, and marks it read only after the
 * handler succeeded. Resolves when nothing is due, or for one of the other reasons in
 * {@link QueueEnd}. It never rejects because of a handler or the server. It rejects when the store
 * fails, after the running handlers have ended: without the store no guarantee holds.
 */
export async function runQueue(given: QueueOptions): Promise<QueueSummary> {
  const options = queueRun(given);
  const session = new Session(options);
  const ended = new AbortController();
  const { maxTimeMs, watchIntervalMs, sleep } = options;
  if (maxTimeMs !== undefined) {
    void endTimeAfter(session, maxTimeMs, ended.signal);
  }
  try {
    session.walk = await options.store.lastWalk();
    await recover(session);
    for (;;) {
      const end = await round(session);
      if (watchIntervalMs === undefined || !isTemporary(end)) return session.summary(end);
      const reason = describeEnd(end);
      session.emit({
        kind: "waiting",
        reason,
        isWell: end.kind === "drained",
        forMs: watchIntervalMs,
      });
      await sleep(watchIntervalMs, session.stopping);
      if (session.stopping.aborted) return session.summary(session.stopReason());
    }
  } finally {
    ended.abort();
    options.source.close?.();
  }
}

async function endTimeAfter(session: Session, ms: number, ended: AbortSignal): Promise<void> {
  await session.options.sleep(ms, ended);
  if (!ended.aborted) session.endTime();
}

/**
 * Ends handlers that a dead run left behind, and records their items as interrupted. No live run can
 * own them, because this run has the store to itself.
 */
async function recover(session: Session): Promise<void> {
  const { store, handler, clock } = session.options;
  for (const item of await store.running()) {
    const process = item.state.kind === "running" ? item.state.process : undefined;
    if (process !== undefined) await handler.endLeftover?.(process);
    const next = await session.commit(item, {
      kind: "finished",
      outcome: { kind: "interrupted" },
      output: item.lastOutput,
      now: clock.now(),
      jitter: 0,
    });
    const { state, attempts } = next;
    if (state.kind === "retry") session.emit({ ...state, ...itemIds(next), attempts });
    if (state.kind === "dead") {
      session.tally.dead += 1;
      session.emit({ kind: "dead", ...itemIds(next), reason: state.reason, attempts });
    }
  }
}

/** Sends missing acknowledgements, then walks until a walk starts nothing. */
async function round(session: Session): Promise<QueueEnd> {
  session.beginRound();
  await acknowledgeOwed(session);
  while (session.end === undefined) {
    if (session.stopping.aborted) return session.stopReason();
    const startsTaken = await walk(session);
    if (startsTaken === 0) session.finish({ kind: "drained" });
  }
  return session.end;
}

/** Whether a watching run continues after this end: nothing is due, or the problem may be temporary. */
function isTemporary(end: QueueEnd): boolean {
  switch (end.kind) {
    case "drained":
    case "deferring":
      return true;
    case "source":
      return end.error.failure === "unavailable";
    case "max":
    case "max-time":
    case "stopped":
    case "misconfigured":
      return false;
  }
}

function describeEnd(end: QueueEnd): string {
  if (end.kind === "source") return end.error.message;
  return end.kind === "deferring"
    ? "the handler keeps asking to be called later"
    : "nothing is due";
}
