/** One walk through the unread list, oldest first: note what is new, run what is due. */
import { attempt, vanish } from "./attempt.ts";
import type { QueueSubmission } from "./delivery.ts";
import type { QueueItem } from "./item.ts";
import type { Session } from "./session.ts";
import { named } from "./session.ts";
import type { UnreadEntry, UnreadPage } from "./source.ts";
import { QueueSourceError } from "./source.ts";
import { newItem, transition } from "./transition.ts";

/** Waiting items looked up at a time. */
const BATCH = 500;

/**
 * Walks the list to its end or to the end of the round, and waits for the handlers it started.
 * Answers how many items were taken up.
 */
export async function walk(session: Session): Promise<number> {
  const { store, source } = session.options;
  session.walk = await store.beginWalk();
  session.emit({ kind: "walk", walk: session.walk });
  const missing = new Set(await store.waitingIds());
  let takenUp = 0;
  let mayHaveSkipped = false;
  try {
    for await (const page of source.listUnread(session.stopping)) {
      mayHaveSkipped ||= page.kind === "ids";
      takenUp += await takeUpPage(session, page, missing);
      if (session.end !== undefined) break;
    }
    await session.slots.idle();
    if (session.end === undefined) await noteMissing(session, missing, mayHaveSkipped);
  } catch (error) {
    if (!(error instanceof QueueSourceError)) throw error;
    session.finishFor(error);
  } finally {
    await session.slots.settled();
  }
  await session.slots.idle();
  return takenUp;
}

async function takeUpPage(
  session: Session,
  page: UnreadPage,
  missing: Set<number>,
): Promise<number> {
  const records = new Map<number, QueueSubmission>(
    page.kind === "records" ? page.submissions.map((record) => [record.id, record]) : [],
  );
  const entries =
    page.kind === "records"
      ? page.submissions.map((record) => ({ id: record.id, formId: record.form_id }))
      : page.entries;
  const items = await noteListed(session, entries);
  let takenUp = 0;
  for (const item of items) {
    missing.delete(item.submissionId);
    if (!isDue(item, session.options.clock.now())) continue;
    await session.slots.free();
    if (!session.claimStart()) return takenUp;
    takenUp += 1;
    session.slots.start(() => attempt(session, item, records.get(item.submissionId)));
  }
  return takenUp;
}

/** The items of these entries, in order; what is new or asked for again is committed as seen. */
async function noteListed(session: Session, entries: readonly UnreadEntry[]): Promise<QueueItem[]> {
  const { store } = session.options;
  const known = new Map(
    (await store.find(entries.map(({ id }) => id))).map((item) => [item.submissionId, item]),
  );
  const changed: QueueItem[] = [];
  const items = entries.map(({ id, formId }) => {
    const before = known.get(id);
    const item =
      before === undefined
        ? newItem(id, formId)
        : transition(before, { kind: "listed", walk: session.walk }, session.policy);
    if (item !== before) changed.push(item);
    return item;
  });
  if (changed.length > 0) await store.commit(changed);
  for (const item of changed) session.emit({ kind: "seen", ...named(item) });
  return items;
}

function isDue({ state }: QueueItem, now: number): boolean {
  return state.kind === "seen" || (state.kind === "retry" && state.dueAt <= now);
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
