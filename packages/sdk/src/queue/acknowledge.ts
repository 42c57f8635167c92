/** Acknowledges submissions on the server and commits that they are acknowledged. */
import type { QueueItem } from "./item.ts";
import { type Session, itemIds } from "./session.ts";
import { type GiveBack, QueueSourceError } from "./source.ts";

const NEVER = new AbortController().signal;

/**
 * Marks one submission read. If that fails, the item keeps its state, the round ends, and the next
 * round sends the acknowledgement first.
 */
export async function acknowledge(session: Session, item: QueueItem): Promise<void> {
  try {
    const answer = await session.marks.markRead(item);
    const kind = answer === "marked" ? "marked" : "unknown-to-server";
    const next = await session.commit(item, { kind, walk: session.walk });
    if (next.state.kind === "gone") {
      session.tally.gone += 1;
      session.emit({ kind: "gone", ...itemIds(next), reason: next.state.reason });
    } else {
      session.tally.acked += 1;
      session.emit({ kind: "acked", ...itemIds(next) });
    }
  } catch (error) {
    if (!(error instanceof QueueSourceError)) throw error;
    session.finishWith(error);
  }
}

/** Gives leased submissions back. Does nothing for a source without leases. */
export async function giveBack(
  session: Session,
  submissionIds: readonly number[],
  how: GiveBack,
): Promise<void> {
  const { source, killing = NEVER } = session.options;
  if (submissionIds.length === 0) return;
  try {
    await source.giveBack?.(submissionIds, how, killing);
  } catch (error) {
    if (!(error instanceof QueueSourceError)) throw error;
    session.finishWith(error);
  }
}

/** Sends the acknowledgements that earlier runs or rounds could not send. */
export async function acknowledgeOwed(session: Session): Promise<void> {
  for (const item of await session.options.store.owingMark()) {
    if (session.end !== undefined || session.stopping.aborted) return;
    await acknowledge(session, item);
  }
}
