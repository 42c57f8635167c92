/** Runs the queue: recovers what a dead run left, settles what is owed, then walks until drained. */
import type { QueueEnd, QueueSummary } from "./event.ts";
import type { QueueOptions } from "./options.ts";
import { named, Session } from "./session.ts";
import { settleOwed } from "./settle.ts";
import { walk } from "./walk.ts";

/**
 * Hands every unread submission to the handler, at least once, and marks it read only after the
 * handler succeeded. Resolves when nothing is due any more, or for one of the other reasons that
 * {@link QueueEnd} lists; what a handler or the server does never makes it reject. It rejects when
 * the store fails: then nothing more can be promised, and running handlers have been waited for.
 */
export async function runQueue(options: QueueOptions): Promise<QueueSummary> {
  const session = new Session(options);
  const over = new AbortController();
  const { maxTimeMs, watchIntervalMs, sleep } = options;
  if (maxTimeMs !== undefined) {
    void ringWhenOver(session, maxTimeMs, over.signal);
  }
  try {
    session.walk = await options.store.lastWalk();
    await recover(session);
    for (;;) {
      const end = await round(session);
      if (watchIntervalMs === undefined || !isPassing(end)) return session.summary(end);
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
    over.abort();
    options.source.close?.();
  }
}

async function ringWhenOver(session: Session, ms: number, over: AbortSignal): Promise<void> {
  await session.options.sleep(ms, over);
  if (!over.aborted) session.endTime();
}

/** Ends and takes back what a dead owner left running. Nobody else can own it: we hold the lock. */
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
    if (state.kind === "retry") session.emit({ ...state, ...named(next), attempts });
    if (state.kind === "dead") {
      session.tally.dead += 1;
      session.emit({ kind: "dead", ...named(next), reason: state.reason, attempts });
    }
  }
}

/** Settles what is owed, then walks again and again until a walk takes nothing up. */
async function round(session: Session): Promise<QueueEnd> {
  session.beginRound();
  await settleOwed(session);
  while (session.end === undefined) {
    if (session.stopping.aborted) return session.stopReason();
    const takenUp = await walk(session);
    if (takenUp === 0) session.finish({ kind: "drained" });
  }
  return session.end;
}

/** Whether a watching run goes on after it: the trouble may pass by itself. */
function isPassing(end: QueueEnd): boolean {
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
