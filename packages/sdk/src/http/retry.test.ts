import fc from "fast-check";
import { parseRetryAfter } from "./error-response.ts";
import { isRetriedStatus, mayRepeat, retryDelayMs } from "./retry.ts";

describe("isRetriedStatus", () => {
  it.each([408, 429, 500, 502, 503, 504])("is true for %i", (status) => {
    expect(isRetriedStatus(status)).toBe(true);
  });

  it.each([200, 301, 400, 401, 403, 404, 409, 410, 413, 422, 501])("is false for %i", (status) => {
    expect(isRetriedStatus(status)).toBe(false);
  });
});

describe("mayRepeat", () => {
  it.each(["GET", "PUT", "PATCH", "DELETE"])("allows %s", (method) => {
    expect(mayRepeat(method, false, "ECONNRESET")).toBe(true);
  });

  it.each([
    { hasOwnKey: false, code: "ECONNRESET", expected: false },
    { hasOwnKey: false, code: undefined, expected: false },
    { hasOwnKey: false, code: "ECONNREFUSED", expected: true },
    { hasOwnKey: true, code: "ECONNRESET", expected: true },
  ])("of a POST with $code is $expected when hasOwnKey is $hasOwnKey", (one) => {
    expect(mayRepeat("POST", one.hasOwnKey, one.code)).toBe(one.expected);
  });
});

describe("retryDelayMs", () => {
  it.each([
    [0, 500],
    [1, 1_000],
    [4, 8_000],
    [60, 8_000],
  ])("waits at most after retry %i: %i ms", (retry, most) => {
    expect(retryDelayMs(retry, { random: () => 1, retryAfterMs: undefined })).toBe(most);
  });

  it("is spread over the whole range, and never shorter than retryAfterMs", () => {
    fc.assert(
      fc.property(
        fc.nat(20),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.option(fc.nat(100_000), { nil: undefined }),
        (retry, jitter, asked) => {
          const delay = retryDelayMs(retry, { random: () => jitter, retryAfterMs: asked });

          expect(delay).toBeGreaterThanOrEqual(asked ?? 0);
          expect(delay).toBeLessThanOrEqual(Math.max(asked ?? 0, 8_000));
        },
      ),
    );
  });
});

const NOW = Date.UTC(2026, 0, 1);

it.each([
  ["3", 3_000],
  [" 3 ", 3_000],
  ["0", 0],
  ["Thu, 01 Jan 2026 00:00:09 GMT", 9_000],
  ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
  ["soon", undefined],
  [undefined, undefined],
])("parseRetryAfter reads %j as %j", (header, expected) => {
  expect(parseRetryAfter(header, NOW)).toBe(expected);
});
