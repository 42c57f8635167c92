/** A part of a source, so that several machines without leases split a queue by id. */
import type { QueueSource, UnreadPage } from "./source.ts";

/** Part `index` of `count`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Whether the submission belongs to the part: ids modulo `count`, so each belongs to one. */
export function isShard({ index, count }: Shard, submissionId: number): boolean {
  return submissionId % count === index - 1;
}

/** The source without what belongs to other parts. Of one that leases nothing, as it could not give that back. */
export function shardSource(source: QueueSource, shard: Shard): QueueSource {
  return {
    get: (id, signal) => source.get(id, signal),
    markRead: (id, signal) => source.markRead(id, signal),
    ...(source.markAllRead !== undefined && {
      markAllRead: (ids, signal) => source.markAllRead?.(ids, signal) ?? Promise.resolve(new Set()),
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
      throw new Error("what is leased cannot be split into parts");
  }
}
