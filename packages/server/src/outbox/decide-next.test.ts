import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AttemptResult } from "../domain/delivery.ts";
import { decideNext } from "./decide-next.ts";

const settling = {
  attemptsMade: 0,
  createdAt: 0,
  now: 1_000,
  jitter: () => 0.5,
  schedule: undefined,
  believesGone: true,
};
const told = { startedAt: 0, durationMs: 5, remoteIp: null };
const answered = (status: number): AttemptResult => ({
  ...told,
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
    const verdict = decideNext(answered(status), settling);

    expect(verdict.next.state).toBe(state);
    expect(verdict.isCounted).toBe(true);
    expect(verdict.isGone).toBe(status === 410);
  });

  it("takes a 410 for any failure where the operator says so", () => {
    const verdict = decideNext(answered(410), { ...settling, believesGone: false });

    expect(verdict).toMatchObject({ isGone: false, next: { state: "queued" } });
  });

  it("exhausts a delivery with its sixteenth failure, and says of what", () => {
    const verdict = decideNext(answered(503), { ...settling, attemptsMade: 15 });

    expect(verdict.next).toEqual({ state: "exhausted", reason: "http_503", next_attempt_at: null });
  });

  it("does not count what we broke off ourselves", () => {
    const verdict = decideNext({ ...told, kind: "aborted" }, settling);

    expect(verdict).toMatchObject({
      isCounted: false,
      next: { state: "queued", next_attempt_at: 1_000 },
    });
  });

  it("does not retry what the guard refused", () => {
    const verdict = decideNext({ ...told, kind: "blocked", detail: "why" }, settling);

    expect(verdict).toMatchObject({
      errorCode: "blocked_address",
      next: { state: "blocked", reason: "why", next_attempt_at: null },
    });
  });

  it("gives a timeout a minute", () => {
    const verdict = decideNext({ ...told, kind: "failed", errorCode: "timeout", detail: "" }, settling);

    expect(verdict.next.next_attempt_at).toBe(61_000);
  });

  it.each([
    ["an answer 429", answered(429)],
    ["a timeout", { ...told, kind: "failed", errorCode: "timeout", detail: "" } as const],
  ])("waits a minute or more after %s, whichever attempt of a life it ends", (_, result) => {
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
              ...settling,
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

  it("honours Retry-After of whatever answer is no success", () => {
    const busy = { ...answered(503), retryAfterMs: 600_000 } as AttemptResult;

    expect(decideNext(busy, settling).next.next_attempt_at).toBe(601_000);
  });
});
