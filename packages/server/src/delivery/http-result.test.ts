import { describe, expect, it } from "vitest";
import { httpResult } from "./http-result.ts";

const TIMING = { startedAt: 0, durationMs: 5, remoteIp: null };
const resultOf = (status: number, retryAfterMs?: number, believesGone = true) =>
  httpResult(TIMING, { status, excerpt: "text", retryAfterMs }, { believesGone });

describe("a response", () => {
  it.each([
    [200, { result: "delivered" }],
    [204, { result: "delivered" }],
    [302, { result: "retry", reason: "http_302", isPressed: false }],
    [404, { result: "retry", reason: "http_404", isPressed: false }],
    [429, { result: "retry", reason: "http_429", isPressed: true }],
    [500, { result: "retry", reason: "http_500", isPressed: false }],
    [410, { result: "failed", state: "exhausted", reason: "gone", isGone: true }],
  ])("with status %i means %o", (status, decision) => {
    expect(resultOf(status)).toMatchObject({
      ...decision,
      status,
      excerpt: "text",
      receiver: "responds",
      errorCode: decision.result === "delivered" ? null : "http_status",
    });
  });

  it("with a 410 is an ordinary failure if the operator says so", () => {
    expect(resultOf(410, undefined, false)).toMatchObject({ result: "retry" });
  });

  it("carries the delay of Retry-After, whatever the status", () => {
    expect(resultOf(503, 600_000)).toMatchObject({ retryAfterMs: 600_000 });
  });
});
