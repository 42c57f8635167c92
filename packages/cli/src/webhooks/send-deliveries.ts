/** Sends deliveries of a filter now: counts them first, then sends batch after batch. */
import type { DeliverySend, DeliverySendCounts, DeliverySendResult, Intray } from "@intray/sdk";

/** What was counted or sent in all batches. */
export interface SentDeliveries {
  /** How many were sent, or would be. */
  readonly count: number;
  readonly counts: DeliverySendCounts;
  /** `since` of the requests for progress and to stop; `null` if there was no batch. */
  readonly started_at: string | null;
}

/** Members of {@link DeliverySendCounts} in the order in which they are printed, with their words. */
const LEFT_OUT = {
  due: "already due",
  delivering: "in progress",
  delivered: "delivered before",
  left_out: "not sendable",
} as const satisfies Partial<Record<keyof DeliverySendCounts, string>>;

const NOTHING: SentDeliveries = {
  count: 0,
  counts: { waiting: 0, due: 0, delivering: 0, failed: 0, delivered: 0, left_out: 0 },
  started_at: null,
};

/**
 * Sends, or with `dry_run` counts, all batches of each filter.
 *
 * @param onBatch Called with the number of deliveries of each batch.
 */
export async function sendDeliveries(
  client: Intray,
  filters: readonly DeliverySend[],
  onBatch: (count: number) => void = () => undefined,
): Promise<SentDeliveries> {
  let sent = NOTHING;
  for (const filter of filters) {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const which = cursor === undefined ? filter : { ...filter, cursor };
      const batch: DeliverySendResult = await client.deliveries.send(which);
      sent = sum(sent, batch);
      onBatch(batch.count);
      cursor = batch.next_cursor;
    }
  }
  return sent;
}

function sum(
  sent: SentDeliveries,
  { count, counts, started_at }: DeliverySendResult,
): SentDeliveries {
  return {
    count: sent.count + count,
    counts: {
      waiting: sent.counts.waiting + counts.waiting,
      due: sent.counts.due + counts.due,
      delivering: sent.counts.delivering + counts.delivering,
      failed: sent.counts.failed + counts.failed,
      delivered: sent.counts.delivered + counts.delivered,
      left_out: sent.counts.left_out + counts.left_out,
    },
    started_at: sent.started_at ?? started_at,
  };
}

/** Such as "390 deliveries (left out: 3 delivered before)". */
export function describeSendable(
  { count, counts }: SentDeliveries,
  { includesDelivered }: { readonly includesDelivered: boolean },
): string {
  const what = `${count.toLocaleString("en")} ${count === 1 ? "delivery" : "deliveries"}`;
  const notes = Object.entries(LEFT_OUT).flatMap(([name, words]) => {
    const n = counts[name as keyof typeof LEFT_OUT];
    const isSent = name === "delivered" && includesDelivered;
    return n === 0 || isSent ? [] : [`${n.toLocaleString("en")} ${words}`];
  });
  return notes.length === 0 ? what : `${what} (left out: ${notes.join(", ")})`;
}

/** How many deliveries matched. */
export const matched = ({ counts }: SentDeliveries): number =>
  Object.values(counts).reduce((all, n) => all + n, 0);

/** The command that shows how far the sending has come. It names a webhook only if there is just one. */
export function howToStop(
  { started_at }: SentDeliveries,
  filters: readonly DeliverySend[],
): string {
  const [{ form_id, destination_id } = {}, ...others] = filters;
  const form = form_id === undefined ? [] : ["--form", String(form_id)];
  const destination =
    destination_id === undefined || others.length > 0
      ? []
      : ["--destination", String(destination_id)];
  const command = ["intray deliveries progress --since", started_at, ...form, ...destination];
  return `To see how far they have come: ${command.join(" ")}. With --stop, what was not attempted yet is taken back.`;
}
