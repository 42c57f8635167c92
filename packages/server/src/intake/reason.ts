/** Why a post was rejected, as a sentence for the visitor. */
import type { AppError, ErrorCode } from "../domain/errors.ts";
import { UnansweredCaptchaError } from "./captcha.tsx";
import { type ExceededLimit, LimitError } from "./parse/limits.ts";
import type { PageTexts } from "./texts.ts";

/** The reason in the language of `texts`. */
export function reasonIn(texts: PageTexts, error: AppError): string {
  if (error instanceof UnansweredCaptchaError) return texts.captcha.asked;
  if (error instanceof LimitError) return limitIn(texts, error.limit);
  return texts.reasons[REASONS[error.code]];
}

function limitIn({ limits }: PageTexts, limit: ExceededLimit): string {
  switch (limit.kind) {
    case "body":
    case "upload":
      return limits.body(limit.max);
    case "fields":
      return limits.fields(limit.max);
    case "files":
      return limits.files(limit.max);
    case "field":
      return limits.field(limit.name, limit.max);
    case "file":
      return limits.file(limit.name, limit.max);
  }
}

const REASONS = {
  malformed: "malformed",
  unauthenticated: "forbidden",
  key_expired: "forbidden",
  forbidden: "forbidden",
  read_only_key: "forbidden",
  not_found: "closed",
  archived: "closed",
  method_not_allowed: "internal",
  timeout: "busy",
  conflict: "invalid",
  idempotency_key_reused: "invalid",
  precondition_failed: "invalid",
  too_large: "invalid",
  unsupported_type: "unsupported_type",
  invalid: "invalid",
  empty: "empty",
  rate_limited: "busy",
  internal: "internal",
  not_implemented: "internal",
  overloaded: "busy",
  draining: "busy",
  quota_exceeded: "busy",
  loop_detected: "invalid",
} as const satisfies Readonly<Record<ErrorCode, keyof PageTexts["reasons"]>>;
