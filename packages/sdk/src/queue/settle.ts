/** Tells the server that a submission is done with, and remembers that it knows. */
import type { QueueItem } from "./item.ts";
import type { Session } from "./session.ts";
import { named } from "./session.ts";
import { type GiveBack, QueueSourceError } from "./source.ts";

const NEVER = new AbortController().signal;

/**
 * Marks one submission read. When the server does not take it, the item stays as it is, the round
 * ends, and the next run sends it first.
 */
export async function settle(session: Session, item: QueueItem): Promise<void> {
  try {
    const answer = await session.marks.markRead(item.submissionId);
    const kind = answer === "marked" ? "marked" : "unknown-to-server";
    const next = await session.commit(item, { kind, walk: session.walk });
    if (next.state.kind === "gone") {
      session.tally.gone += 1;
      session.emit({ kind: "gone", ...named(next), reason: next.state.reason });
    } else {
      session.tally.acked += 1;
      session.emit({ kind: "acked", ...named(next) });
    }
  } catch (error) {
    if (!(error instanceof QueueSourceError)) throw error;
    session.finishFor(error);
  }
}

/** Gives leased submissions back; does nothing for a source that does not lease. */
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
    session.finishFor(error);
  }
}

/** Marks all that earlier runs left over, before any handler runs. */
export async function settleOwed(session: Session): Promise<void> {
  for (const item of await session.options.store.owingMark()) {
    if (session.end !== undefined || session.stopping.aborted) return;
    await settle(session, item);
  }
}
