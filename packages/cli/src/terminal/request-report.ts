/** Reports the requests of a run on stderr: each with --verbose, and retries that take long. */
import type { Attempt, IntrayOptions, Retry } from "@intray/sdk";
import type { Output } from "./output.ts";

/** A wait is announced when the call would otherwise be silent for longer than this. */
const SILENCE_MS = 1_000;

/** Options of a client that reports its requests. */
export function reportRequests(
  out: Pick<Output, "note" | "detail" | "isVerbose">,
): Pick<IntrayOptions, "onAttempt" | "onRetry"> {
  return {
    ...(out.isVerbose && { onAttempt: (attempt) => out.detail(describeAttempt(attempt)) }),
    onRetry: (retry) => {
      if (retry.elapsedMs + retry.waitMs > SILENCE_MS) out.note(describeRetry(retry));
    },
  };
}

/** Such as `GET /submissions 200 12 ms req_8f3a`. */
function describeAttempt({ method, path, retry, ...attempt }: Attempt): string {
  const { status, requestId, durationMs, error } = attempt;
  return [
    `${method} ${path}`,
    status ?? error?.kind ?? "no response",
    `${Math.round(durationMs)} ms`,
    ...(requestId === undefined ? [] : [requestId]),
    ...(retry === 0 ? [] : [`retry ${retry}`]),
  ].join(" ");
}

function describeRetry({ method, path, retry, waitMs, error }: Retry): string {
  const status = "status" in error ? `responded ${String(error.status)}` : "did not respond";
  const when = waitMs < 100 ? "now" : `in ${(waitMs / 1_000).toFixed(1)} s`;
  return `The server ${status} to ${method} ${path}. Retry ${retry} ${when}.`;
}
