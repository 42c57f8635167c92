/** What a person can do about a refusal, by its code. Pure. */
import type { ErrorCode } from "../schemas.ts";

const HINTS = {
  malformed: "Look at the body: it has to be JSON of the shape that the API's document says.",
  unauthenticated: "Give the client a key that the server knows and that was not revoked.",
  forbidden: "Use an account's key, or one that was made for this form and this purpose.",
  not_found: "Look at the id, and whether this key reaches the record.",
  method_not_allowed: "Look at the path; a base URL that points elsewhere answers like this.",
  conflict: "Read the record again and see what changed.",
  idempotency_key_reused: "Use a new idempotency key for every new content.",
  too_large: "Send less at once.",
  unsupported_type: "Send JSON.",
  invalid: "See fieldErrors for the members at fault.",
  empty: "Give at least one field a value.",
  rate_limited: "Wait as long as retryAfterMs says, and ask less often.",
  internal: "Look for the request id in the server's log.",
  overloaded: "Wait as long as retryAfterMs says; the server has more to do than it can.",
  draining: "Try again in a moment; the server is being stopped or replaced.",
  not_implemented: "Use a newer server; this one does not have the operation yet.",
} as const satisfies Record<ErrorCode, string>;

/** `undefined` without a code, and for one that this SDK does not know yet. */
export function hintOf(code: ErrorCode | undefined): string | undefined {
  if (code === undefined || !Object.hasOwn(HINTS, code)) return undefined;
  return HINTS[code];
}
