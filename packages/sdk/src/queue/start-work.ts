/** Starts handlers for a page of waiting items: one each, in batches, or in order per form. */
import { attempt, type Records } from "./attempt.ts";
import type { QueueItem } from "./item.ts";
import type { Session } from "./session.ts";
import { giveBack } from "./acknowledge.ts";

/** Resolves once all due items are started; with `isOrdered`, once they have ended too. */
export async function startWork(
  session: Session,
  items: readonly QueueItem[],
  records: Records,
): Promise<void> {
  const { batch, isOrdered } = session.options;
  if (isOrdered === true) return startInOrder(session, items, records);
  const due = () => items.filter((item) => isDue(session, item));
  if (batch !== undefined) return startBatches(session, due(), records, batch);
  for (const [at, item] of items.entries()) {
    if (!isDue(session, item)) continue;
    await session.slots.free();
    if (!session.takeStart()) return returnAll(session, items.slice(at));
    session.slots.start(async (releaseSlot) => {
      await attempt(session, [item], records, session.mayOverlap ? releaseSlot : undefined);
    });
  }
}

async function startBatches(
  session: Session,
  items: readonly QueueItem[],
  records: Records,
  size: number,
): Promise<void> {
  for (let at = 0; at < items.length; at += size) {
    await session.slots.free();
    const batch = items.slice(at, at + size);
    const taken = batch.filter(() => session.takeStart());
    if (taken.length > 0) {
      session.slots.start(async () => void (await attempt(session, taken, records)));
    }
    if (taken.length < batch.length) return returnAll(session, items.slice(at + taken.length));
  }
}

/** The items of one form are one task, so that each starts only after the one before it has finished. */
async function startInOrder(
  session: Session,
  items: readonly QueueItem[],
  records: Records,
): Promise<void> {
  for (const [formId, ofForm] of Map.groupBy(items, (item) => item.formId)) {
    if (session.blockedForms.has(formId)) continue;
    await session.slots.free();
    if (!session.mayStart()) break;
    session.slots.start(async () => {
      if (!(await runInOrder(session, ofForm, records))) session.blockedForms.add(formId);
    });
  }
  // The next page may have more of the same forms.
  await session.slots.idle();
}

/** Returns `false` at the first item that has to wait; the items after it are not started. */
async function runInOrder(
  session: Session,
  items: readonly QueueItem[],
  records: Records,
): Promise<boolean> {
  for (const item of items) {
    if (!isDue(session, item) || !session.takeStart()) return false;
    if (!(await attempt(session, [item], records))) return false;
  }
  return true;
}

/** Gives the leases on items that are not started back to the server. */
async function returnAll(session: Session, items: readonly QueueItem[]): Promise<void> {
  const ids = items.filter((item) => isDue(session, item)).map((item) => item.submissionId);
  await giveBack(session, ids, { kind: "now" });
}

const isDue = ({ options }: Session, { state }: QueueItem): boolean =>
  state.kind === "seen" || (state.kind === "retry" && state.dueAt <= options.clock.now());
