/** Starts handlers for a page of waiting items: one each, in batches, or in order per form. */
import { attempt, currentRecord, notifyServer, reportOutcome, reportStart } from "./attempt.ts";
import { type QueueSubmission, deliveryOf } from "./delivery.ts";
import type { QueueItem } from "./item.ts";
import type { Session } from "./session.ts";
import { giveBack } from "./acknowledge.ts";
import type { HandlerResult, QueueWork } from "./handler.ts";
import { judge, outcomeOfUnnamed } from "./outcome.ts";

type Records = ReadonlyMap<number, QueueSubmission>;

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
      const release = session.mayOverlap ? releaseSlot : undefined;
      await attempt(session, item, records.get(item.submissionId), release);
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
      session.slots.start(() => attemptBatch(session, taken, records));
    }
    if (taken.length < batch.length) {
      return returnAll(session, items.slice(at + taken.length));
    }
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
    if (!(await attempt(session, item, records.get(item.submissionId)))) return false;
  }
  return true;
}

/** Gives the leases on items that are not started back to the server. */
async function returnAll(session: Session, items: readonly QueueItem[]): Promise<void> {
  const ids = items.filter((item) => isDue(session, item)).map((item) => item.submissionId);
  await giveBack(session, ids, { kind: "now" });
}

function isDue({ options }: Session, { state }: QueueItem): boolean {
  return state.kind === "seen" || (state.kind === "retry" && state.dueAt <= options.clock.now());
}

/** Runs one attempt for items whose starts were taken. Commits in the same order as {@link attempt}. */
async function attemptBatch(
  session: Session,
  taken: readonly QueueItem[],
  records: Records,
): Promise<void> {
  const found = new Map<number, QueueSubmission>();
  for (const item of taken) {
    const record = await currentRecord(session, item, records.get(item.submissionId));
    if (record !== undefined) found.set(item.submissionId, record);
  }
  const items = session.isClosing()
    ? []
    : taken.filter(({ submissionId }) => found.has(submissionId));
  await returnUnused(session, taken, items);
  if (items.length === 0) return;

  const running = await session.commitAll(items, () => ({ kind: "started" }));
  for (const item of running) reportStart(session, item);
  const open = new Map(running.map((item) => [item.submissionId, item]));
  const handled: QueueItem[] = [];
  const { outcome, output } = await session.whileRunning(
    runHandler(session, open, found, async (ids) => {
      handled.push(...(await finish(session, open, ids, DONE)));
    }),
  );
  const unnamedOutcome = outcomeOfUnnamed(outcome);
  session.recordJudgement(open.size === 0 ? "success" : judge(unnamedOutcome));
  const rest = await finish(session, open, [...open.keys()], { outcome: unnamedOutcome, output });
  const now = session.options.clock.now();
  for (const item of [...handled, ...rest]) await notifyServer(session, item, now);
}

const DONE: HandlerResult = { outcome: { kind: "exit", code: 0 }, output: "" };

async function returnUnused(
  session: Session,
  taken: readonly QueueItem[],
  kept: readonly QueueItem[],
): Promise<void> {
  const unused = taken.filter((item) => !kept.includes(item));
  for (const _ of unused) session.returnStart();
  await giveBack(
    session,
    unused.map(({ submissionId }) => submissionId),
    { kind: "now" },
  );
}

async function runHandler(
  session: Session,
  open: Map<number, QueueItem>,
  found: Records,
  onDone: (submissionIds: readonly number[]) => Promise<void>,
): Promise<HandlerResult> {
  const { handler, consumer } = session.options;
  if (handler.startBatch === undefined)
    throw new Error("the handler has no startBatch, so it cannot take batches");
  const works = [...open.values()].flatMap((item): QueueWork[] => {
    const submission = found.get(item.submissionId);
    return submission === undefined ? [] : [{ delivery: deliveryOf(item, consumer), submission }];
  });
  const start = await handler.startBatch(works);
  if (start.kind === "could-not-start") return { outcome: start, output: "" };
  const { process } = start;
  if (process !== undefined) {
    const updated = await session.commitProcess([...open.values()], process);
    for (const item of updated) open.set(item.submissionId, item);
  }
  return start.finish(session.killing, onDone);
}

/** Removes the items from `open` and commits them as finished together. Skips ids that are not open. */
async function finish(
  session: Session,
  open: Map<number, QueueItem>,
  ids: readonly number[],
  { outcome, output }: HandlerResult,
): Promise<QueueItem[]> {
  const items = [...new Set(ids)].flatMap((id) => open.get(id) ?? []);
  for (const { submissionId } of items) open.delete(submissionId);
  const { clock, random } = session.options;
  const finished = await session.commitAll(items, () => ({
    kind: "finished",
    outcome,
    output,
    now: clock.now(),
    jitter: random(),
  }));
  for (const item of finished) reportOutcome(session, item, outcome);
  return finished;
}
