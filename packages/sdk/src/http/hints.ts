/** What to do about an error response, by its code. Pure. */
import type { ErrorCode } from "../schemas.ts";

const HINTS = {
  malformed: "Check the body: it must be JSON as described in the API document.",
  unauthenticated: "Use a valid key that has not been revoked.",
  key_expired: "Create a new key, and use it instead.",
  forbidden: "Use an account key, or a key that is allowed to do this for this form.",
  read_only_key: "Use a key with the scope write.",
  not_found: "Check the id, and whether this key can access the record.",
  method_not_allowed: "Check the path, and that the base URL is that of an Intray server.",
  timeout: "Send it again: the server did not receive the whole request in time.",
  conflict: "Read the record again: it has changed.",
  idempotency_key_reused: "Use a new idempotency key for different content.",
  precondition_failed: "Read the record again: it is not in the version of ifMatch.",
  too_large: "Send a smaller body.",
  unsupported_type: "Send JSON.",
  invalid: "See fieldErrors for the invalid members.",
  empty: "Set at least one field.",
  rate_limited: "Wait for retryAfterMs, and send fewer requests.",
  internal: "Look for the request id in the server's log.",
  overloaded: "Wait for retryAfterMs: the server is overloaded.",
  draining: "Try again in a moment: the server is stopping or being replaced.",
  loop_detected: "Point the webhook to an address outside this server.",
  quota_exceeded: "Send it without files, or delete submissions that have some.",
  not_implemented: "Use a newer server: this one does not support the operation.",
} as const satisfies Record<ErrorCode, string>;

/** Returns the hint for a code; `undefined` without a code or for an unknown one. */
export function hintOf(code: ErrorCode | undefined): string | undefined {
  if (code === undefined || !Object.hasOwn(HINTS, code)) return undefined;
  return HINTS[code];
}
