import { createCircuitBreaker } from "./circuit-breaker.ts";
import { toMonotonicMs as at } from "./clock.ts";

const OPTIONS = { maxConcurrentRequests: 4, minOpenMs: 15_000, maxOpenMs: 300_000 };

it("allows requests up to the concurrency limit while closed", () => {
  const breaker = createCircuitBreaker(OPTIONS);

  expect([
    breaker.allowedRequests(at(0), 0),
    breaker.allowedRequests(at(0), 3),
    breaker.allowedRequests(at(0), 9),
  ]).toEqual([4, 1, 0]);
});

it("opens after three failures in a row, then allows one probe, and opens longer each time", () => {
  const breaker = createCircuitBreaker(OPTIONS);

  for (let n = 0; n < 3; n++) breaker.recordFailure(at(1_000), undefined);

  expect(breaker.allowedRequests(at(15_999), 0)).toBe(0);
  expect(breaker.allowedRequests(at(16_000), 0)).toBe(1);
  expect(breaker.allowedRequests(at(16_000), 1)).toBe(0);
  breaker.recordFailure(at(16_000), undefined);
  expect(breaker.openUntil(at(16_001))).toBe(at(46_000));
  for (let n = 0; n < 100; n++) breaker.recordFailure(at(50_000), undefined);
  expect(breaker.openUntil(at(50_000))).toBe(at(350_000));
});

it("closes with the first success", () => {
  const breaker = createCircuitBreaker(OPTIONS);
  for (let n = 0; n < 3; n++) breaker.recordFailure(at(0), undefined);

  breaker.recordSuccess();

  expect(breaker.allowedRequests(at(0), 0)).toBe(4);
  breaker.recordFailure(at(0), undefined);
  expect(breaker.allowedRequests(at(0), 0)).toBe(4);
});

it("stays open as long as Retry-After says, up to five minutes", () => {
  const breaker = createCircuitBreaker(OPTIONS);

  breaker.recordFailure(at(0), 20_000);
  expect(breaker.openUntil(at(0))).toBe(at(20_000));
  breaker.recordFailure(at(0), 9_999_999);
  expect(breaker.openUntil(at(0))).toBe(at(300_000));
});
