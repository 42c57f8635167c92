/** Why a post to a form was not stored. */
import type { PostRejectionReason } from "@intray/sdk/schemas";
import type { ErrorCode } from "./errors.ts";

/** The reason for each error code. A post to an unknown form is counted at no form. */
export const REJECTION_REASON = {
  forbidden: "origin",
  invalid: "rule",
  too_large: "size",
  rate_limited: "rate",
  method_not_allowed: "method",
  malformed: "format",
  unsupported_type: "format",
  empty: "empty",
  timeout: "timeout",
  quota_exceeded: "storage",
  loop_detected: "loop",
  archived: "archived",
  not_found: "unknown_form",
  overloaded: "server",
  draining: "server",
  internal: "server",
  // No post is answered with these.
  unauthenticated: "server",
  key_expired: "server",
  read_only_key: "server",
  conflict: "server",
  idempotency_key_reused: "server",
  precondition_failed: "server",
  not_implemented: "server",
} as const satisfies Readonly<Record<ErrorCode, PostRejectionReason | "unknown_form">>;
