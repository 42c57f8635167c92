/** Which unread submissions a queue takes, and how one tells that a record is no longer among them. */

/**
 * `new`: unread ham, the usual queue. `spam` and `trash`: what was put there and is unread.
 * `unread`: ham and spam alike, for handlers that look for themselves.
 */
export type QueueFilter = "new" | "spam" | "trash" | "unread";

/** Every filter's name. */
export const QUEUE_FILTERS = [
  "new",
  "spam",
  "trash",
  "unread",
] as const satisfies readonly QueueFilter[];

/** The flags of a record that decide. */
export interface RecordFlags {
  readonly read: boolean;
  readonly spam: boolean;
  readonly trash: boolean;
}

/** The list's query for a filter; `unread` is always asked for, as the flag is what acknowledges. */
export function unreadQuery(filter: QueueFilter): {
  unread: true;
  filter_by?: "new" | "spam" | "trash";
} {
  return filter === "unread" ? { unread: true } : { unread: true, filter_by: filter };
}

/** Why the record is not the queue's any more; `undefined` while it is. */
export function reasonToLeave(filter: QueueFilter, record: RecordFlags): string | undefined {
  if (record.read) return "read";
  switch (filter) {
    case "new":
      if (record.trash) return "trashed";
      return record.spam ? "marked spam" : undefined;
    case "spam":
      if (record.trash) return "trashed";
      return record.spam ? undefined : "marked ham";
    case "trash":
      return record.trash ? undefined : "taken out of the trash";
    case "unread":
      return record.trash ? "trashed" : undefined;
  }
}
