/** Runs the queue: recovers items of a dead run, sends missing acknowledgements, then walks until drained. */
import type { QueueEnd, QueueSummary } from "./event.ts";
import { type QueueOptions, queueRun } from "./options.ts";
import { itemIds, Session } from "./session.ts";
import { acknowledgeOwed, giveBack, acknowledge } from "./acknowledge.ts";
import { reasonIfOther, recordGone } from "./attempt.ts";
import { type QueueSubmission, uidOf } from "./delivery.ts";
import { type QueueItem, isWaiting, owesMark } from "./item.ts";
import { type UnreadEntry, type UnreadPage, QueueSourceError } from "./source.ts";
import { startWork } from "./start-work.ts";
import { type ItemEvent, newItem, transition } from "./transition.ts";

/**
 * Passes every unread submission to the handler at least once, and marks it read only after the
 * handler succeeded. Resolves when nothing is due, or for one of the other reasons in
 * {@link QueueEnd}. It never rejects because of a handler or the server. It rejects when the store
 * fails, after the running handlers have ended: without the store no guarantee holds.
 */
export async function runQueue(given: QueueOptions): Promise<QueueSummary> {
  const options = queueRun(given);
  const session = new Session(options);
  const { maxTimeMs, watchIntervalMs, sleep } = options;
  if (maxTimeMs !== undefined) void endTimeAfter(session, maxTimeMs);
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
    session.close();
    options.source.close?.();
  }
}

async function endTimeAfter(session: Session, ms: number): Promise<void> {
  await session.options.sleep(ms, session.ended);
  if (!session.ended.aborted) session.endTime();
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

/** Waiting items read from the store at a time. */
const BATCH = 500;

/**
 * Walks to the end of the list or of the round, and waits for the handlers it started. Returns how many
 * starts were taken.
 */
async function walk(session: Session): Promise<number> {
  const { store, source } = session.options;
  session.beginWalk(await store.beginWalk());
  session.emit({ kind: "walk", walk: session.walk });
  const missing = new Set(await store.waitingIds());
  let mayHaveSkipped = false;
  try {
    for await (const page of source.listUnread(session.stopping)) {
      mayHaveSkipped ||= page.kind === "ids";
      await handlePage(session, page, missing);
      // Lease no more than can start now: a lease keeps a submission from other hosts and counts as an
      // attempt.
      if (page.kind === "leased") {
        await session.slots.free();
        session.mayStart();
      }
      if (session.end !== undefined) break;
    }
    await session.slots.idle();
    // With leases a walk does not list submissions that wait for a retry, so a missing one is not gone.
    const isWhole = session.end === undefined && source.giveBack === undefined;
    if (isWhole) await recordMissing(session, missing, mayHaveSkipped);
  } catch (error) {
    if (!(error instanceof QueueSourceError)) throw error;
    session.finishWith(error);
  } finally {
    await session.slots.finished();
  }
  await session.slots.idle();
  return session.startsTaken;
}

async function handlePage(session: Session, page: UnreadPage, missing: Set<number>): Promise<void> {
  const records = new Map<number, QueueSubmission>(
    page.kind === "ids" ? [] : page.submissions.map((record) => [record.id, record]),
  );
  const items = await recordListed(session, page);
  for (const item of items) missing.delete(item.submissionId);
  if (page.kind === "leased") {
    for (const item of items) if (!isWaiting(item)) await finishLease(session, item);
  }
  await startWork(session, items.filter(isWaiting), records);
}

/** Finishes a lease on an item that needs no handler: acknowledges it, or gives it back as dead. */
async function finishLease(session: Session, item: QueueItem): Promise<void> {
  if (owesMark(item)) {
    await session.slots.free();
    session.slots.start(() => acknowledge(session, item));
  } else if (item.state.kind === "gone") {
    await giveBack(session, [item.submissionId], { kind: "dead" });
  }
}

/** Returns the items of a page in order. Commits new items and new generations as seen. */
async function recordListed(session: Session, page: UnreadPage): Promise<QueueItem[]> {
  const { store } = session.options;
  const entries = entriesOf(page, { walk: session.walk, now: session.options.clock.now() });
  const known = new Map(
    (await store.find(entries.map(({ id }) => id))).map((item) => [item.submissionId, item]),
  );
  const changed: QueueItem[] = [];
  const items = entries.map(({ id, uid = uidOf({ id }), formId, event }) => {
    const before = known.get(id);
    const isKnown = before !== undefined && (before.uid === uid || isUnfinished(before));
    const item = transition(isKnown ? before : newItem(id, formId, uid), event, session.policy);
    if (item !== before) changed.push(item);
    return item;
  });
  if (changed.length > 0) await store.commit(changed);
  for (const item of changed) session.emit({ kind: "seen", ...itemIds(item) });
  return items;
}

function entriesOf(
  page: UnreadPage,
  { walk: walkNumber, now }: { readonly walk: number; readonly now: number },
): (UnreadEntry & { readonly event: ItemEvent })[] {
  const listed = { kind: "listed", walk: walkNumber } as const;
  switch (page.kind) {
    case "ids":
      return page.entries.map((entry) => ({ ...entry, event: listed }));
    case "records":
      return page.submissions.map(({ id, uid, form_id }) => ({
        id,
        uid,
        formId: form_id,
        event: listed,
      }));
    case "leased":
      return page.submissions.map(({ id, uid, form_id, claim_count: claims }) => ({
        id,
        uid,
        formId: form_id,
        event: { kind: "leased", claims, now },
      }));
  }
}

/**
 * Whether an item stays although the server lists another submission under its id, because a backup was
 * restored: its handler or its acknowledgement has yet to end. The acknowledgement finds that the submission
 * is gone, and a later walk records the other one.
 */
const isUnfinished = (item: QueueItem): boolean => item.state.kind === "running" || owesMark(item);

/** Records waiting items that a complete walk did not list as gone. If the list may have skipped some, fetches them first. */
async function recordMissing(
  session: Session,
  missing: ReadonlySet<number>,
  mayHaveSkipped: boolean,
): Promise<void> {
  const { store, source } = session.options;
  const ids = [...missing];
  for (let at = 0; at < ids.length; at += BATCH) {
    for (const item of await store.find(ids.slice(at, at + BATCH))) {
      if (session.stopping.aborted) return;
      if (!mayHaveSkipped) {
        await recordGone(session, item, "no longer listed");
        continue;
      }
      const found = await source.get(item.submissionId, session.stopping);
      const reason = found.kind === "gone" ? found.reason : reasonIfOther(item, found.submission);
      if (reason !== undefined) await recordGone(session, item, reason);
    }
  }
}
