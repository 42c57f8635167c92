/** One walk through the unread list, oldest first: records new submissions and starts those that are due. */
import { reasonIfOther, recordGone } from "./attempt.ts";
import { type QueueSubmission, uidOf } from "./delivery.ts";
import type { QueueItem } from "./item.ts";
import { owesMark } from "./item.ts";
import type { Session } from "./session.ts";
import { itemIds } from "./session.ts";
import { giveBack, acknowledge } from "./acknowledge.ts";
import type { UnreadEntry, UnreadPage } from "./source.ts";
import { QueueSourceError } from "./source.ts";
import { startWork } from "./start-work.ts";
import { type ItemEvent, newItem, transition } from "./transition.ts";

/** Waiting items read from the store at a time. */
const BATCH = 500;

/**
 * Walks to the end of the list or of the round, and waits for the handlers it started. Returns how many
 * starts were taken.
 */
export async function walk(session: Session): Promise<number> {
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

/** The entries of a page, each with the event for its item. */
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
function isUnfinished(item: QueueItem): boolean {
  return item.state.kind === "running" || owesMark(item);
}

function isWaiting({ state }: QueueItem): boolean {
  return state.kind === "seen" || state.kind === "retry";
}

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
