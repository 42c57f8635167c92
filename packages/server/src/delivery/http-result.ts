/** What the response to an HTTP request means for a delivery, for every kind of destination that speaks HTTP. */
import {
  type AttemptTiming,
  type Decision,
  type DeliveryResult,
  failFor,
} from "../domain/delivery/delivery-result.ts";

export interface HttpAnswer {
  readonly status: number;
  /** The first bytes of the response body, as text. */
  readonly excerpt: string;
  readonly retryAfterMs: number | undefined;
}

/** @param believesGone Whether a 410 ends the delivery and disables its destination; otherwise it is an ordinary failure. */
export function httpResult(
  timing: AttemptTiming,
  answer: HttpAnswer,
  { believesGone }: { readonly believesGone: boolean },
): DeliveryResult {
  const { status, excerpt } = answer;
  const isSuccess = status >= 200 && status < 300;
  return {
    ...timing,
    ...(isSuccess ? { result: "delivered" } : failureOf(answer, believesGone)),
    receiver: "responds",
    status,
    errorCode: isSuccess ? null : "http_status",
    excerpt,
  };
}

function failureOf({ status, retryAfterMs }: HttpAnswer, believesGone: boolean): Decision {
  if (status === 410 && believesGone) return failFor("gone", { isGone: true });
  return { result: "retry", reason: `http_${status}`, isPressed: status === 429, retryAfterMs };
}
