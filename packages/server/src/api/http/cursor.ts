/** Cursors of keyset pagination: the last id of a page, bound to the filters of its list. */
import { hash } from "node:crypto";
import { invalid } from "../../domain/errors.ts";

const FINGERPRINT_CHARACTERS = 12;
const CURSOR = /^([\w-]{12})([\w-]{12})([1-9][0-9]{0,15})$/;

/** Returns opaque text for `meta.next_cursor`. */
export function writeCursor(filter: object, lastId: number): string {
  const bound = fingerprint(filter);
  return Buffer.from(`${bound}${fingerprint([bound, lastId])}${lastId}`).toString("base64url");
}

/**
 * Returns the id after which the next page begins.
 *
 * @throws AppError `invalid` if the text is not a cursor, or belongs to other filters.
 */
export function readCursor(filter: object, cursor: string): number {
  const bytes = Buffer.from(cursor, "base64url");
  const [, bound = "", checksum, digits] = CURSOR.exec(bytes.toString("latin1")) ?? [];
  const id = Number(digits);
  // A checksum, not a signature: it detects truncated or edited text. A cursor grants no access.
  if (bytes.toString("base64url") !== cursor || checksum !== fingerprint([bound, id])) {
    throw invalid(
      "cursor",
      "This is not a cursor. Send the next_cursor of the previous page, unchanged.",
    );
  }
  if (bound === fingerprint(filter)) return id;
  throw invalid(
    "cursor",
    "This cursor belongs to other filters. Keep the filters of the first page, or start again without a cursor.",
  );
}

function fingerprint(value: object): string {
  return hash("sha256", JSON.stringify(value), "base64url").slice(0, FINGERPRINT_CHARACTERS);
}
