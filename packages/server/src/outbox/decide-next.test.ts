import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AttemptResult } from "../domain/delivery.ts";
import { decideNext } from "./decide-next.ts";

const context = {
  attemptsMade: 0,
  createdAt: 0,
  now: 1_000,
  jitter: () => 0.5,
  schedule: undefined,
  believesGone: true,
};
const attempt = { startedAt: 0, durationMs: 5, remoteIp: null };
const answered = (status: number): AttemptResult => ({
  ...attempt,
  kind: "answered",
  status,
  excerpt: "",
  retryAfterMs: undefined,
});

describe("decideNext", () => {
  it.each([
    [200, "succeeded"],
    [204, "succeeded"],
    [302, "queued"],
    [404, "queued"],
    [429, "queued"],
    [500, "queued"],
    [410, "exhausted"],
  ])("takes an answer %i for %s", (status, state) => {
    const decision = decideNext(answered(status), context);

    expect(decision.next.state).toBe(state);
    expect(decision.isCounted).toBe(true);
    expect(decision.isGone).toBe(status === 410);
  });

  it("treats a 410 as an ordinary failure if the operator says so", () => {
    const decision = decideNext(answered(410), { ...context, believesGone: false });

    expect(decision).toMatchObject({ isGone: false, next: { state: "queued" } });
  });

  it("exhausts a delivery with its sixteenth failure and names the reason", () => {
    const decision = decideNext(answered(503), { ...context, attemptsMade: 15 });

    expect(decision.next).toEqual({
      state: "exhausted",
      reason: "http_503",
      next_attempt_at: null,
    });
  });

  it("does not count an attempt that the server aborted", () => {
    const decision = decideNext({ ...attempt, kind: "aborted" }, context);

    expect(decision).toMatchObject({
      isCounted: false,
      next: { state: "queued", next_attempt_at: 1_000 },
    });
  });

  it("does not retry a delivery to a blocked address", () => {
    const decision = decideNext({ ...attempt, kind: "blocked", detail: "why" }, context);

    expect(decision).toMatchObject({
      errorCode: "blocked_address",
      next: { state: "blocked", reason: "why", next_attempt_at: null },
    });
  });

  it("waits at least a minute after a timeout", () => {
    const decision = decideNext(
      { ...attempt, kind: "failed", errorCode: "timeout", detail: "" },
      context,
    );

    expect(decision.next.next_attempt_at).toBe(61_000);
  });

  it.each([
    ["an answer 429", answered(429)],
    ["a timeout", { ...attempt, kind: "failed", errorCode: "timeout", detail: "" } as const],
  ])("waits a minute or more after %s, regardless of the number of attempts", (_, result) => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
          minLength: 16,
          maxLength: 16,
        }),
        (jitters) => {
          const waits: number[] = [];
          let now = 0;
          for (const [attemptsMade, jitter] of jitters.entries()) {
            now += 15_000;
            const { next } = decideNext(result, {
              ...context,
              now,
              attemptsMade,
              jitter: () => jitter,
            });
            if (next.state !== "queued") break;
            waits.push(next.next_attempt_at - now);
            now = next.next_attempt_at;
          }

          expect(waits).toHaveLength(15);
          expect(Math.min(...waits)).toBeGreaterThanOrEqual(60_000);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("honors Retry-After of every unsuccessful response", () => {
    const busy = { ...answered(503), retryAfterMs: 600_000 } as AttemptResult;

    expect(decideNext(busy, context).next.next_attempt_at).toBe(601_000);
  });
});
