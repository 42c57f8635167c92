/** One walk through the unread list, oldest first: note what is new, run what is due. */
import { vanish } from "./attempt.ts";
import type { QueueSubmission } from "./delivery.ts";
import type { QueueItem } from "./item.ts";
import { owesMark } from "./item.ts";
import type { Session } from "./session.ts";
import { named } from "./session.ts";
import { giveBack, settle } from "./settle.ts";
import type { UnreadEntry, UnreadPage } from "./source.ts";
import { QueueSourceError } from "./source.ts";
import { startWork } from "./start-work.ts";
import { type ItemEvent, newItem, transition } from "./transition.ts";

/** Waiting items looked up at a time. */
const BATCH = 500;

/**
 * Walks the list to its end or to the end of the round, and waits for the handlers it started.
 * Answers how many items were taken up.
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
      await takeUpPage(session, page, missing);
      // What is leased before it can be started is kept from others, and counts as a try.
      if (page.kind === "leased") {
        await session.slots.free();
        session.mayStart();
      }
      if (session.end !== undefined) break;
    }
    await session.slots.idle();
    // What waits is not leased out: that a walk did not show it says nothing.
    const isWhole = session.end === undefined && source.giveBack === undefined;
    if (isWhole) await noteMissing(session, missing, mayHaveSkipped);
  } catch (error) {
    if (!(error instanceof QueueSourceError)) throw error;
    session.finishFor(error);
  } finally {
    await session.slots.settled();
  }
  await session.slots.idle();
  return session.takenUp;
}

async function takeUpPage(session: Session, page: UnreadPage, missing: Set<number>): Promise<void> {
  const records = new Map<number, QueueSubmission>(
    page.kind === "ids" ? [] : page.submissions.map((record) => [record.id, record]),
  );
  const items = await noteListed(session, page);
  for (const item of items) missing.delete(item.submissionId);
  if (page.kind === "leased") {
    for (const item of items) if (!isWaiting(item)) await answerLease(session, item);
  }
  await startWork(session, items.filter(isWaiting), records);
}

/** A lease on what is not to be handled: it was, and the server only has to learn that. */
async function answerLease(session: Session, item: QueueItem): Promise<void> {
  if (owesMark(item)) {
    await session.slots.free();
    session.slots.start(() => settle(session, item));
  } else if (item.state.kind === "gone") {
    await giveBack(session, [item.submissionId], { kind: "dead" });
  }
}

/** The items of a page, in order; what is new or asked for again is committed as seen. */
async function noteListed(session: Session, page: UnreadPage): Promise<QueueItem[]> {
  const { store } = session.options;
  const entries = entriesOf(page, { walk: session.walk, now: session.options.clock.now() });
  const known = new Map(
    (await store.find(entries.map(({ id }) => id))).map((item) => [item.submissionId, item]),
  );
  const changed: QueueItem[] = [];
  const items = entries.map(({ id, formId, event }) => {
    const before = known.get(id);
    const item = transition(before ?? newItem(id, formId), event, session.policy);
    if (item !== before) changed.push(item);
    return item;
  });
  if (changed.length > 0) await store.commit(changed);
  for (const item of changed) session.emit({ kind: "seen", ...named(item) });
  return items;
}

/** What each line of the page means to its item. */
function entriesOf(
  page: UnreadPage,
  { walk: walkNumber, now }: { readonly walk: number; readonly now: number },
): (UnreadEntry & { readonly event: ItemEvent })[] {
  const listed = { kind: "listed", walk: walkNumber } as const;
  switch (page.kind) {
    case "ids":
      return page.entries.map((entry) => ({ ...entry, event: listed }));
    case "records":
      return page.submissions.map(({ id, form_id }) => ({ id, formId: form_id, event: listed }));
    case "leased":
      return page.submissions.map(({ id, form_id, claim_count: claims }) => ({
        id,
        formId: form_id,
        event: { kind: "leased", claims, now },
      }));
  }
}

function isWaiting({ state }: QueueItem): boolean {
  return state.kind === "seen" || state.kind === "retry";
}

/** Waiting items that a whole walk did not show are gone; after an inexact walk, look first. */
async function noteMissing(
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
        await vanish(session, item, "no longer listed");
        continue;
      }
      const look = await source.get(item.submissionId, session.stopping);
      if (look.kind === "gone") await vanish(session, item, look.reason);
    }
  }
}
