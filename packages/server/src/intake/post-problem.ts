/** The JSON of a rejected post. */
import type { PostFieldProblem, PostProblem } from "@intray/sdk/schemas";
import type { AppError, ErrorCode } from "../domain/errors.ts";
import { ANSWER_FIELD, UnansweredCaptcha } from "./captcha.tsx";
import { type ExceededLimit, LimitError } from "./parse/limits.ts";
import { reasonIn } from "./reason.ts";
import { BrokenRulesError, problemsIn } from "./rules/broken-rules.ts";
import type { PageTexts } from "./texts/page-texts.ts";

/** @param texts In the visitor's language. */
export function postProblem(error: AppError, request_id: string, texts: PageTexts): PostProblem {
  const { code } = error;
  const fields =
    error instanceof BrokenRulesError ? problemsIn(texts.rules, error.broken) : error.fields;
  const message = reasonIn(texts, error);
  return {
    success: false,
    ok: false,
    status: "error",
    error: error.message,
    message,
    code,
    errors: fields.length > 0 ? [...fields] : [{ ...kindOf(error), message }],
    request_id,
    ...(error instanceof UnansweredCaptcha ? { id: error.id, captcha: error.captcha } : {}),
  };
}

/** Codes that other form services use; the scripts of their pages know them. */
const KNOWN_ELSEWHERE: Partial<Record<ErrorCode, string>> = {
  forbidden: "BLOCKED",
  not_found: "FORM_NOT_FOUND",
};

const WHOLE_POST = "";

function kindOf(error: AppError): Omit<PostFieldProblem, "message"> {
  if (error instanceof UnansweredCaptcha) {
    return { field: ANSWER_FIELD[error.captcha.provider], code: "CAPTCHA_REQUIRED" };
  }
  if (error instanceof LimitError) return kindOfLimit(error.limit);
  const code = KNOWN_ELSEWHERE[error.code] ?? error.code.toUpperCase();
  return { field: WHOLE_POST, code };
}

function kindOfLimit(limit: ExceededLimit): Omit<PostFieldProblem, "message"> {
  switch (limit.kind) {
    case "body":
      return { field: WHOLE_POST, code: "TOO_LARGE" };
    case "upload":
      return { field: WHOLE_POST, code: "FILES_TOO_BIG" };
    case "fields":
      return { field: WHOLE_POST, code: "TOO_MANY_FIELDS" };
    case "files":
      return { field: WHOLE_POST, code: "TOO_MANY_FILES" };
    case "field":
      return { field: limit.name, code: "FIELD_TOO_LONG" };
    case "file":
      return { field: limit.input, code: "FILES_TOO_BIG" };
  }
}
