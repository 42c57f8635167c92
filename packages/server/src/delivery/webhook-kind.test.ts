import { describe, expect, it } from "vitest";
import type { DeliveryErrorCode } from "../domain/delivery/delivery.ts";
import { answerOf } from "./webhook-kind.ts";
import type { RequestResult } from "./webhook-request.ts";

const attempt = { startedAt: 0, durationMs: 5, remoteIp: null };
const answered = (status: number, retryAfterMs?: number): RequestResult => ({
  ...attempt,
  kind: "answered",
  status,
  excerpt: "text",
  retryAfterMs,
});

describe("the answer of a webhook's receiver", () => {
  it.each([
    [200, { kind: "succeeded" }],
    [204, { kind: "succeeded" }],
    [302, { kind: "retry", reason: "http_302" }],
    [404, { kind: "retry", reason: "http_404" }],
    [429, { kind: "pressed", reason: "http_429" }],
    [500, { kind: "retry", reason: "http_500" }],
    [410, { kind: "gone", reason: "gone" }],
  ])("with status %i means %o", (status, meaning) => {
    const answer = answerOf(answered(status), true);

    expect(answer).toMatchObject({
      meaning,
      httpStatus: status,
      smtpStatus: null,
      excerpt: "text",
    });
    expect(answer.receiver).toBe("responds");
    expect(answer.errorCode).toBe(meaning.kind === "succeeded" ? null : "http_status");
  });

  it("with a 410 is an ordinary failure if the operator says so", () => {
    expect(answerOf(answered(410), false).meaning).toMatchObject({ kind: "retry" });
  });

  it("carries the delay of Retry-After, whatever the status", () => {
    expect(answerOf(answered(503, 600_000), true).meaning).toMatchObject({ retryAfterMs: 600_000 });
  });

  it.each<readonly [DeliveryErrorCode, string, string]>([
    ["timeout", "pressed", "hangs"],
    ["connection_refused", "retry", "hangs"],
    ["connection_reset", "retry", "responds"],
    ["tls_error", "retry", "responds"],
    ["dns_error", "retry", "unknown"],
  ])("that is missing because of %s means %s, and the receiver %s", (errorCode, kind, receiver) => {
    const failed = { ...attempt, kind: "failed", errorCode, detail: "why" } as const;

    expect(answerOf(failed, true)).toMatchObject({
      meaning: { kind, reason: errorCode },
      receiver,
      errorCode,
      excerpt: "why",
    });
  });

  it("is not awaited at a blocked address, whose delivery fails for good", () => {
    const answer = answerOf({ ...attempt, kind: "blocked", detail: "why" }, true);

    expect(answer).toMatchObject({
      meaning: { kind: "failed", state: "blocked", reason: "why" },
      errorCode: "blocked_address",
      receiver: "unknown",
    });
  });

  it("means nothing when the server aborted the request", () => {
    expect(answerOf({ ...attempt, kind: "aborted" }, true)).toMatchObject({
      meaning: { kind: "aborted" },
      errorCode: null,
    });
  });
});
