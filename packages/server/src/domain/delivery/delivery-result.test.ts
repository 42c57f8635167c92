import type { DeliveryErrorCode } from "./delivery.ts";
import { abortedResult, unansweredResult } from "./delivery-result.ts";

const TIMING = { startedAt: 0, durationMs: 5, remoteIp: null };

it.each<readonly [DeliveryErrorCode, boolean, string]>([
  ["timeout", true, "hangs"],
  ["connection_refused", false, "hangs"],
  ["connection_reset", false, "responds"],
  ["tls_error", false, "responds"],
  ["dns_error", false, "unknown"],
])(
  "no answer because of %s is retried; pressed: %s, the receiver %s",
  (errorCode, isPressed, receiver) => {
    expect(unansweredResult(TIMING, { errorCode, excerpt: "why" })).toEqual({
      ...TIMING,
      result: "retry",
      reason: errorCode,
      isPressed,
      retryAfterMs: undefined,
      receiver,
      status: null,
      errorCode,
      excerpt: "why",
    });
  },
);

it("an attempt that this server aborted says nothing about the receiver", () => {
  expect(abortedResult(TIMING)).toMatchObject({
    result: "aborted",
    receiver: "unknown",
    errorCode: null,
  });
});
