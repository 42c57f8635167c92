/** Cursors of keyset pagination: the last id of a page, bound to the filters of its list. */
import { hash } from "node:crypto";
import { invalid } from "../../domain/errors.ts";
import type { RowMark } from "../../domain/uid.ts";

const FINGERPRINT_CHARACTERS = 12;
/**
 * Two fingerprints, the rank of the row if the list has ranks, the id, and the mark of its row, which version
 * 0.1.0 did not write.
 */
const CURSOR =
  /^([\w-]{12})([\w-]{12})((?:([0-9])~)?([1-9][0-9]{0,15})(?:\.([0-9a-z]{1,11})\.([\w-]{1,6}))?)$/;
const RADIX = 36;

/** The last row of a page. */
export interface CursorRow {
  readonly id: number;
  readonly mark: RowMark | undefined;
  /** From 0 to 9, in a list that is ordered by rank and then by id. */
  readonly rank?: number | undefined;
}

/** Returns opaque text for `meta.next_cursor`. */
export function writeCursor(filter: object, { id, mark, rank }: CursorRow): string {
  const bound = fingerprint(filter);
  const place = rank === undefined ? String(id) : `${rank}~${id}`;
  const row =
    mark === undefined ? place : `${place}.${mark.created_at.toString(RADIX)}.${mark.tail}`;
  return Buffer.from(`${bound}${checksumOf(bound, row)}${row}`).toString("base64url");
}

/**
 * Returns the row after which the next page begins.
 *
 * @throws AppError `invalid` if the text is not a cursor, or belongs to other filters.
 */
export function readCursor(filter: object, cursor: string): CursorRow {
  const bytes = Buffer.from(cursor, "base64url");
  const [, bound = "", checksum, row = "", rank, digits, time, tail] =
    CURSOR.exec(bytes.toString("latin1")) ?? [];
  // A checksum, not a signature: it detects truncated or edited text. A cursor grants no access.
  if (bytes.toString("base64url") !== cursor || checksum !== checksumOf(bound, row)) {
    throw invalid(
      "cursor",
      "This is not a cursor. Send the next_cursor of the previous page, unchanged.",
    );
  }
  if (bound === fingerprint(filter)) {
    const isMarked = time !== undefined && tail !== undefined;
    const mark = isMarked ? { created_at: Number.parseInt(time, RADIX), tail } : undefined;
    return { id: Number(digits), mark, ...(rank !== undefined && { rank: Number(rank) }) };
  }
  throw invalid(
    "cursor",
    "This cursor belongs to other filters. Keep the filters of the first page, or start again without a cursor.",
  );
}

/** As version 0.1.0 wrote it if the row has no mark. */
const checksumOf = (bound: string, row: string) =>
  fingerprint([bound, /^\d+$/.test(row) ? Number(row) : row]);

const fingerprint = (value: object): string =>
  hash("sha256", JSON.stringify(value), "base64url").slice(0, FINGERPRINT_CHARACTERS);
