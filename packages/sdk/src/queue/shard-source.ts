/** One part of a source, so that several machines can split a queue by id without leases. */
import type { QueueSource, UnreadPage } from "./source.ts";

/** Part `index` of `count`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Whether the submission belongs to the part: its id modulo `count` decides. */
export function isShard({ index, count }: Shard, submissionId: number): boolean {
  return submissionId % count === index - 1;
}

/** Limits a source to one part. The source must not lease: leases of other parts could not be given back. */
export function shardSource(source: QueueSource, shard: Shard): QueueSource {
  return {
    get: (id, signal) => source.get(id, signal),
    markRead: (id, signal, uid) => source.markRead(id, signal, uid),
    ...(source.markAllRead !== undefined && {
      markAllRead: (ids, signal, uids) =>
        source.markAllRead?.(ids, signal, uids) ?? Promise.resolve(new Set()),
    }),
    close: () => source.close?.(),
    async *listUnread(signal): AsyncIterable<UnreadPage> {
      for await (const page of source.listUnread(signal)) yield partOf(page, shard);
    },
  };
}

function partOf(page: UnreadPage, shard: Shard): UnreadPage {
  const isOurs = ({ id }: { readonly id: number }) => isShard(shard, id);
  switch (page.kind) {
    case "ids":
      return { ...page, entries: page.entries.filter(isOurs) };
    case "records":
      return { ...page, submissions: page.submissions.filter(isOurs) };
    case "leased":
      throw new Error("a source with leases cannot be split into parts");
  }
}
