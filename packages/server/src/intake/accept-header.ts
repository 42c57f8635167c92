/** Reads the header Accept. */
import { parseAccept } from "hono/utils/accept";

export const JSON_TYPE = "application/json";

/** Browsers send less than 200. The rest of a longer header is ignored. */
const MAX_CHARACTERS = 1_000;

/** The parser sorts by weight and keeps the order of equal weights. Wildcards are ignored. */
export function ranksJsonFirst(accept: string): boolean {
  const types = parseAccept(accept.slice(0, MAX_CHARACTERS))
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.toLowerCase());
  return types.find((type) => type === JSON_TYPE || type === "text/html") === JSON_TYPE;
}
