/** Maps errors of the SDK to exit codes. Checks `kind`, so that the SDK need not be loaded. */
import type { ApiError, ConnectionError, IntrayError } from "@intray/sdk";
import { EXIT, type ExitCode } from "./failure.ts";

/** Why a run failed; both the text and the JSON error are made from it. */
export interface Problem {
  readonly exit: ExitCode;
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly hint?: string | undefined;
}

export const CHECK_ADDRESS =
  "Check that --base-url, INTRAY_BASE_URL or the profile has the address of the server.";

const TRUST_AUTHORITY = "--ca-file trusts a certificate authority of your own.";
const CERTIFICATE_CODE = /CERT|ISSUER|SIGNATURE/;
export const RUN_DOCTOR = "intray doctor checks the settings, the address and the key.";
const START_AGAIN = "Start again from the first page; for an export, without --resume.";

/** The problem behind an error of the SDK; `undefined` for any other error. */
export function describeSdkError(error: Error): Problem | undefined {
  if (!isSdkError(error)) return undefined;
  const { message } = error;
  switch (error.kind) {
    case "api":
      return describeErrorResponse(error as ApiError);
    case "connection":
      // http and https mixed up, or an untrusted certificate: the next run would fail in the same way
      if ((error as ConnectionError).isPermanent) {
        const isUntrusted = CERTIFICATE_CODE.test((error as ConnectionError).code ?? "");
        return {
          exit: EXIT.badConfiguration,
          code: "connection_misconfigured",
          message,
          hint: isUntrusted ? TRUST_AUTHORITY : CHECK_ADDRESS,
        };
      }
      return { exit: EXIT.tryLater, code: "unreachable", message, hint: RUN_DOCTOR };
    case "timeout":
      return {
        exit: EXIT.tryLater,
        code: "timeout",
        message,
        hint: "Try again later, or allow more time with --timeout.",
      };
    case "redirect":
      return { exit: EXIT.badConfiguration, code: "redirected", message, hint: CHECK_ADDRESS };
    case "unexpected_answer":
      return { exit: EXIT.badConfiguration, code: "not_intray", message, hint: CHECK_ADDRESS };
    case "aborted":
      return { exit: EXIT.interrupted, code: "interrupted", message };
    case "invalid_fields":
    case "usage":
      return { exit: EXIT.usage, code: "usage", message };
  }
}

/** Whether the server could not be reached at all. */
export const isUnreachable = (error: Error) => isSdkError(error) && error.kind === "connection";

/** Whether a signal ended the request. */
export const isAborted = (error: unknown): boolean =>
  error instanceof Error && isSdkError(error) && error.kind === "aborted";

/** Whether the error is an error response of the server. */
export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && isSdkError(error) && error.kind === "api";

/** Whether the server lacks the endpoint: another service may have the lists of this API only. */
export const isMissingEndpoint = (error: unknown): boolean =>
  isApiError(error) && [404, 405, 501].includes(error.status);

/** The result of a call; `undefined` when Intray itself responds 404. */
export async function ignoreNotFound<Result>(
  call: PromiseLike<Result>,
): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isApiError(error) && error.status === 404 && error.hasErrorBody) return undefined;
    throw error;
  }
}

/** The exit code for the HTTP status of an error response, and the codes of its `errors`. */
export function exitCodeOfStatus(
  status: number,
  errors: readonly { readonly code: string }[] = [],
): ExitCode {
  // A mistyped name of a parameter or a member, as a mistyped flag.
  if (errors.some(({ code }) => code === "unknown")) return EXIT.usage;
  if (status === 401 || status === 403) return EXIT.denied;
  if (status === 404 || status === 410) return EXIT.notFound;
  if (status === 408 || status === 429) return EXIT.tryLater;
  // a retry does not help against 501
  return status >= 500 && status !== 501 ? EXIT.tryLater : EXIT.rejected;
}

function describeErrorResponse(error: ApiError): Problem {
  const { status, requestId } = error;
  const isOther = ({ message }: { message: string }) => message !== error.message;
  // a 404 without Intray's error body comes from another service: the address is wrong
  const isForeign404 = status === 404 && !error.hasErrorBody;
  return {
    exit: isForeign404 ? EXIT.badConfiguration : exitCodeOfStatus(status, error.fieldErrors),
    code: error.code ?? `http_${status}`,
    message: [error.message, ...error.fieldErrors.filter(isOther).map(describeField)].join("\n"),
    status,
    requestId,
    hint: isForeign404 ? CHECK_ADDRESS : hasBadCursor(error) ? START_AGAIN : hintFor(status),
  };
}

/** The file of an export to be resumed has one; so does a list that a restored backup has replaced. */
const hasBadCursor = ({ fieldErrors }: ApiError) =>
  fieldErrors.some(({ field }) => field === "cursor");

const describeField = ({ field, message }: { field: string; message: string }): string =>
  `  ${field}: ${message}`;

function hintFor(status: number): string | undefined {
  if (status === 401) return "Store a valid key with intray auth login.";
  if (status === 403) {
    return "This key lacks the permission. intray auth status shows which key is used.";
  }
  return exitCodeOfStatus(status) === EXIT.tryLater ? "Try again later." : undefined;
}

const isSdkError = (error: Error): error is IntrayError =>
  error.name.endsWith("Error") && "kind" in error && typeof error.kind === "string";
