/** Which unread submissions belong to a queue, and whether a record still does. */

/**
 * `new`: unread ham, the default queue. `spam` and `trash`: unread submissions in those folders.
 * `unread`: unread ham and spam, for handlers that check for spam themselves.
 */
export type QueueFilter = (typeof QUEUE_FILTERS)[number];

/** All filter names. */
export const QUEUE_FILTERS = ["new", "spam", "trash", "unread"] as const;

/** The flags of a record that decide whether it belongs to a filter. */
export interface RecordFlags {
  readonly read: boolean;
  readonly spam: boolean;
  readonly trash: boolean;
}

/** The list query for a filter. `unread` is always set, because the read flag acknowledges. */
export function unreadQuery(filter: QueueFilter): {
  unread: true;
  filter_by?: "new" | "spam" | "trash";
} {
  return filter === "unread" ? { unread: true } : { unread: true, filter_by: filter };
}

/** Why the record no longer belongs to the queue; `undefined` if it does. */
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
      return record.trash ? undefined : "restored from the trash";
    case "unread":
      return record.trash ? "trashed" : undefined;
  }
}
