/** Reads the header Accept. */
import { parseAccept } from "hono/utils/accept";

export const JSON_TYPE = "application/json";

/** Browsers send less than 200. The rest of a longer header is ignored. */
const MAX_CHARACTERS = 1_000;

/**
 * Whether the client is a browser that navigates: `Accept` names `text/html`, and does not rank JSON before it.
 * Requests of scripts accept everything unless the script says otherwise.
 */
export function acceptsPage(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  // What browsers send, without parsing it.
  if (accept.startsWith("text/html,")) return !accept.includes("json") || ranksPageFirst(accept);
  return ranksPageFirst(accept);
}

/** The parser sorts by weight and keeps the order of equal weights. Wildcards are ignored. */
function ranksPageFirst(accept: string): boolean {
  const types = parseAccept(accept.slice(0, MAX_CHARACTERS))
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.toLowerCase());
  return types.find((type) => type === JSON_TYPE || type === "text/html") === "text/html";
}
