/** Starts handlers for a page of waiting items: each by itself, in batches, or one a form in order. */
import { attempt } from "./attempt.ts";
import { attemptBatch } from "./attempt-batch.ts";
import type { QueueSubmission } from "./delivery.ts";
import type { QueueItem } from "./item.ts";
import type { Session } from "./session.ts";
import { giveBack } from "./settle.ts";

type Records = ReadonlyMap<number, QueueSubmission>;

/** Returns once everything is started that is to be; in order of forms, once it has ended as well. */
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
    if (!session.claimStart()) return returnAll(session, items.slice(at));
    session.slots.start(async (leaveSlot) => {
      const leave = session.mayOverlap ? leaveSlot : undefined;
      await attempt(session, item, records.get(item.submissionId), leave);
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
    const wanted = items.slice(at, at + size);
    const claimed = wanted.filter(() => session.claimStart());
    if (claimed.length > 0) {
      session.slots.start(() => attemptBatch(session, claimed, records));
    }
    if (claimed.length < wanted.length) {
      return returnAll(session, items.slice(at + claimed.length));
    }
  }
}

/** A form's items are one task, so that none of them starts before the one ahead of it is through. */
async function startInOrder(
  session: Session,
  items: readonly QueueItem[],
  records: Records,
): Promise<void> {
  for (const [formId, ofForm] of Map.groupBy(items, (item) => item.formId)) {
    if (session.heldForms.has(formId)) continue;
    await session.slots.free();
    if (!session.mayStart()) break;
    session.slots.start(async () => {
      if (!(await runInOrder(session, ofForm, records))) session.heldForms.add(formId);
    });
  }
  // The next page may have more of the same forms.
  await session.slots.idle();
}

/** `false` when it came to an item that has to wait, and all behind it with it. */
async function runInOrder(
  session: Session,
  items: readonly QueueItem[],
  records: Records,
): Promise<boolean> {
  for (const item of items) {
    if (!isDue(session, item) || !session.claimStart()) return false;
    if (!(await attempt(session, item, records.get(item.submissionId)))) return false;
  }
  return true;
}

/** What is leased and will not be started goes back to the server. */
async function returnAll(session: Session, items: readonly QueueItem[]): Promise<void> {
  const ids = items.filter((item) => isDue(session, item)).map((item) => item.submissionId);
  await giveBack(session, ids, { kind: "now" });
}

function isDue({ options }: Session, { state }: QueueItem): boolean {
  return state.kind === "seen" || (state.kind === "retry" && state.dueAt <= options.clock.now());
}
