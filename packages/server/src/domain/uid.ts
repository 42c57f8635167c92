/** What identifies a row for ever. Ids are given out again after an older backup is restored; uids are not. */

/** A row whose `uid` is null is older than the column; its id takes the place of the uid. */
export type Identified = { readonly id: number; readonly uid: string | null };

/**
 * What a position in a list remembers of the row it names, which tells later whether the database still has
 * that row: another one has its id if an older backup was restored in the meantime.
 */
export interface RowMark {
  /** Unix milliseconds. */
  readonly created_at: number;
  /** The last characters of the row's uid. */
  readonly tail: string;
}

const TAIL_CHARACTERS = 6;

export const markOf = (row: Identified & { readonly created_at: number }): RowMark => ({
  created_at: row.created_at,
  tail: uidOf(row).slice(-TAIL_CHARACTERS),
});

/**
 * Whether the database has the history of a position.
 *
 * @param row The newest row up to the position; `undefined` if there is none. It is an older one than the
 *   position's own if that was deleted, and a younger one if a restored backup has come so far again.
 * @param toleranceMs By how much an older row may have the later time.
 */
export function isOfMark(
  mark: RowMark,
  row: (Identified & { readonly created_at: number }) | undefined,
  { id, toleranceMs }: { readonly id: number; readonly toleranceMs: number },
): boolean {
  if (row === undefined) return true;
  const found = markOf(row);
  if (found.tail === mark.tail && found.created_at === mark.created_at) return true;
  return row.id < id && row.created_at <= mark.created_at + toleranceMs;
}

export const uidOf = ({ id, uid }: Identified): string => uid ?? String(id);
