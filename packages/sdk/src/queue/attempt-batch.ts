/** Runs one handler for a batch of submissions. The handler names the submissions it has finished. */
import { currentRecord, notifyServer, reportOutcome } from "./attempt.ts";
import type { QueueSubmission } from "./delivery.ts";
import { deliveryOf } from "./delivery.ts";
import type { HandlerResult, QueueWork } from "./handler.ts";
import type { QueueItem } from "./item.ts";
import { judge, outcomeOfUnnamed } from "./outcome.ts";
import type { Session } from "./session.ts";
import { itemIds } from "./session.ts";
import { giveBack } from "./acknowledge.ts";

/** Runs one attempt for items whose starts were taken. Commits in the same order as {@link attempt}. */
export async function attemptBatch(
  session: Session,
  taken: readonly QueueItem[],
  records: ReadonlyMap<number, QueueSubmission>,
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
  for (const item of running) {
    const { attempts: attempt, starts } = item;
    session.tally.started += 1;
    session.emit({ kind: "started", ...itemIds(item), attempt, redelivered: starts > 1 });
  }
  const open = new Map(running.map((item) => [item.submissionId, item]));
  const handled: QueueItem[] = [];
  const { outcome, output } = await runHandler(session, open, found, async (ids) => {
    handled.push(...(await finish(session, open, ids, DONE)));
  });
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
  found: ReadonlyMap<number, QueueSubmission>,
  onDone: (submissionIds: readonly number[]) => Promise<void>,
): Promise<HandlerResult> {
  const { handler, consumer } = session.options;
  if (handler.startBatch === undefined)
    throw new Error("the handler has no startBatch, so it cannot take batches");
  const start = await handler.startBatch(worksOf(open, found, consumer));
  if (start.kind === "could-not-start") return { outcome: start, output: "" };
  const { process } = start;
  if (process !== undefined) {
    const updated = await session.commitProcess([...open.values()], process);
    for (const item of updated) open.set(item.submissionId, item);
  }
  return start.finish(session.killing, onDone);
}

function worksOf(
  open: ReadonlyMap<number, QueueItem>,
  found: ReadonlyMap<number, QueueSubmission>,
  consumer: string,
): QueueWork[] {
  return [...found].flatMap(([id, submission]) => {
    const item = open.get(id);
    return item === undefined ? [] : [{ delivery: deliveryOf(item, consumer), submission }];
  });
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
