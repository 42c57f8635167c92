/** Describes one attempt for `onAttempt`. Pure. */
import { pathText } from "./address.ts";
import type { Answer, AttemptResult, Exchange } from "./exchange.ts";
import type { ReadAnswer } from "./error-response.ts";
import type { Attempt } from "../options.ts";

export function attemptOf(
  outcome: AttemptResult<Answer | ReadAnswer>,
  { method, path }: Pick<Exchange, "method" | "path">,
  progress: Pick<Attempt, "retry" | "durationMs">,
): Attempt {
  const answer = outcome.kind === "answer" ? outcome.answer : undefined;
  return {
    method,
    path: pathText(path).replace(/[?#].*$/s, ""),
    ...progress,
    status: answer?.status,
    requestId: answer?.headers["x-request-id"],
    error: outcome.kind === "broken" ? outcome.error : undefined,
  };
}
