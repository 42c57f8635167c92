/** Where a walk through a list stands: the last id, bound to the filters it was walked with. */
import { hash } from "node:crypto";
import { invalid } from "../../domain/errors.ts";

const FINGERPRINT_CHARACTERS = 12;
const CURSOR = /^([\w-]{12})([\w-]{12})([1-9][0-9]{0,15})$/;

/** Opaque text for `meta.next_cursor`. */
export function writeCursor(filter: object, lastId: number): string {
  const bound = fingerprint(filter);
  return Buffer.from(`${bound}${fingerprint([bound, lastId])}${lastId}`).toString("base64url");
}

/** The id behind which to go on. @throws AppError `invalid` when it is none of ours, or of other filters. */
export function readCursor(filter: object, cursor: string): number {
  const bytes = Buffer.from(cursor, "base64url");
  const [, bound = "", sum, digits] = CURSOR.exec(bytes.toString("latin1")) ?? [];
  const id = Number(digits);
  // The sum catches what was cut or edited; it is no secret, and a cursor opens nothing.
  if (bytes.toString("base64url") !== cursor || sum !== fingerprint([bound, id])) {
    throw invalid(
      "cursor",
      "This is no cursor. Use the next_cursor of the page before, unchanged.",
    );
  }
  if (bound === fingerprint(filter)) return id;
  throw invalid(
    "cursor",
    "This cursor belongs to other filters. Walk a list with the filters it was begun with, or begin anew without a cursor.",
  );
}

function fingerprint(value: object): string {
  return hash("sha256", JSON.stringify(value), "base64url").slice(0, FINGERPRINT_CHARACTERS);
}
