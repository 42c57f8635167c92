/** The SDK's errors as exit codes. Looks at `kind`, so that nothing of the SDK is loaded for it. */
import type { ApiError, IntrayError } from "@intray/sdk";
import type { Problem } from "./error-report.ts";
import { EXIT } from "./exit-codes.ts";
import type { ExitCode } from "./exit-codes.ts";

const CHECK_ADDRESS =
  "Look whether --base-url, INTRAY_BASE_URL or the profile has the server's address.";

/** `undefined` for what does not come from the SDK. */
export function describeSdkError(error: Error): Problem | undefined {
  if (!isSdkError(error)) return undefined;
  const { message } = error;
  switch (error.kind) {
    case "api":
      return describeErrorResponse(error as ApiError);
    case "connection":
      return { exit: EXIT.tryLater, code: "unreachable", message, hint: CHECK_ADDRESS };
    case "timeout":
      return {
        exit: EXIT.tryLater,
        code: "timeout",
        message,
        hint: "Try again later, or give it more time with --timeout.",
      };
    case "redirect":
      return { exit: EXIT.badConfiguration, code: "redirected", message, hint: CHECK_ADDRESS };
    case "unexpected_answer":
      return { exit: EXIT.badConfiguration, code: "not_intray", message, hint: CHECK_ADDRESS };
    case "aborted":
      return { exit: EXIT.interrupted, code: "interrupted", message };
    case "usage":
      return { exit: EXIT.usage, code: "usage", message };
  }
}

/** A refusal by the server. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && isSdkError(error) && error.kind === "api";
}

/** What was asked for; `undefined` when the service itself says that it is not there. */
export async function ignoreNotFound<Answer>(
  answer: PromiseLike<Answer>,
): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error) && error.status === 404 && error.hasErrorBody) return undefined;
    throw error;
  }
}

/** The exit code for an HTTP status that is no success. */
export function exitCodeOfStatus(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.denied;
  if (status === 404 || status === 410) return EXIT.notFound;
  if (status === 408 || status === 429) return EXIT.tryLater;
  // 501 will be the same tomorrow.
  return status >= 500 && status !== 501 ? EXIT.tryLater : EXIT.rejected;
}

function describeErrorResponse(error: ApiError): Problem {
  const { status, requestId } = error;
  // A 404 that is not the service's own says nothing about the record: the address is wrong.
  const isForeign404 = status === 404 && !error.hasErrorBody;
  return {
    exit: isForeign404 ? EXIT.badConfiguration : exitCodeOfStatus(status),
    code: error.code ?? `http_${status}`,
    message: [error.message, ...error.fieldErrors.map(describeField)].join("\n"),
    status,
    requestId,
    hint: isForeign404 ? CHECK_ADDRESS : hintFor(status),
  };
}

function describeField({ field, message }: { field: string; message: string }): string {
  return `  ${field}: ${message}`;
}

function hintFor(status: number): string | undefined {
  if (status === 401) return "Store a key that works with intray auth login.";
  if (status === 403) return "This key may not do that. See what it is with intray auth status.";
  return exitCodeOfStatus(status) === EXIT.tryLater ? "Try again later." : undefined;
}

function isSdkError(error: Error): error is IntrayError {
  return error.name.endsWith("Error") && "kind" in error && typeof error.kind === "string";
}
