import { expect, it } from "vitest";
import { createCircuitBreaker } from "./circuit-breaker.ts";

it("allows requests up to the concurrency limit while closed", () => {
  const breaker = createCircuitBreaker(4);

  expect([
    breaker.allowedRequests(0, 0),
    breaker.allowedRequests(0, 3),
    breaker.allowedRequests(0, 9),
  ]).toEqual([4, 1, 0]);
});

it("opens after three failures in a row, then allows one probe, and opens longer each time", () => {
  const breaker = createCircuitBreaker(4);

  for (let n = 0; n < 3; n++) breaker.recordFailure(1_000, undefined);

  expect(breaker.allowedRequests(15_999, 0)).toBe(0);
  expect(breaker.allowedRequests(16_000, 0)).toBe(1);
  expect(breaker.allowedRequests(16_000, 1)).toBe(0);
  breaker.recordFailure(16_000, undefined);
  expect(breaker.openUntil(16_001)).toBe(46_000);
  for (let n = 0; n < 100; n++) breaker.recordFailure(50_000, undefined);
  expect(breaker.openUntil(50_000)).toBe(350_000);
});

it("closes with the first success", () => {
  const breaker = createCircuitBreaker(4);
  for (let n = 0; n < 3; n++) breaker.recordFailure(0, undefined);

  breaker.recordSuccess();

  expect(breaker.allowedRequests(0, 0)).toBe(4);
  breaker.recordFailure(0, undefined);
  expect(breaker.allowedRequests(0, 0)).toBe(4);
});

it("stays open as long as Retry-After says, up to five minutes", () => {
  const breaker = createCircuitBreaker(4);

  breaker.recordFailure(0, 20_000);
  expect(breaker.openUntil(0)).toBe(20_000);
  breaker.recordFailure(0, 9_999_999);
  expect(breaker.openUntil(0)).toBe(300_000);
});
