import { describe, expect, it } from "vitest";
import type { Clock } from "./clock.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";

function clockAt(start: number) {
  let now = start;
  const clock: Clock = { now: () => now, after: () => () => undefined };
  return { clock, pass: (ms: number) => (now += ms) };
}

const kinds = (rate: RateLimit, times: number, address: string | null = "198.51.100.1", form = 1) =>
  Array.from({ length: times }, () => rate.count(form, address).kind);

describe("the rate limit", () => {
  it("marks requests above it, and rejects those above ten times the limit", () => {
    const rate = createRateLimit(2, clockAt(1_000).clock);

    const seen = kinds(rate, 21);

    expect(seen.slice(0, 3)).toEqual(["within", "within", "over"]);
    expect(seen.slice(19)).toEqual(["over", "rejected"]);
  });

  it("reports when requests are allowed again", () => {
    const { clock, pass } = clockAt(1_000);
    const rate = createRateLimit(1, clock);
    kinds(rate, 10);

    pass(20_000);
    const rejected = rate.count(1, "198.51.100.1");
    pass(40_000);

    expect(rejected).toEqual({ kind: "rejected", retryAfterS: 40 });
    expect(kinds(rate, 1)).toEqual(["within"]);
  });

  it("counts each form and each address separately", () => {
    const rate = createRateLimit(1, clockAt(1_000).clock);

    expect(kinds(rate, 2)).toEqual(["within", "over"]);
    expect(kinds(rate, 1, "198.51.100.2")).toEqual(["within"]);
    expect(kinds(rate, 1, "198.51.100.1", 2)).toEqual(["within"]);
    expect(kinds(rate, 2, null)).toEqual(["within", "over"]);
  });

  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "over"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", "over"],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", "within"],
    ["2001:db8::1", "2001:db8:0:0:5::", "over"],
    ["::1", "::2", "over"],
    ["2001:db8::1", "2001:db9::1", "within"],
  ])("counts %s and then %s as %s", (one, other, kind) => {
    const rate = createRateLimit(1, clockAt(1_000).clock);

    rate.count(1, one);

    expect(rate.count(1, other).kind).toBe(kind);
  });

  it("is not affected by a clock that steps back", () => {
    const { clock, pass } = clockAt(10_000_000);
    const rate = createRateLimit(1, clock);
    kinds(rate, 2);

    pass(-5_000_000);

    expect(kinds(rate, 2)).toEqual(["within", "over"]);
  });

  it("stores a bounded number of addresses", () => {
    const rate = createRateLimit(1, clockAt(1_000).clock);
    kinds(rate, 2, "10.0.0.1");

    for (let n = 0; n < 200_000; n += 1) rate.count(1, `host ${n}`);

    expect(kinds(rate, 1, "10.0.0.1")).toEqual(["within"]);
  });

  it("counts nothing when it is off", () => {
    const rate = createRateLimit(undefined, clockAt(1_000).clock);

    expect(new Set(kinds(rate, 1_000))).toEqual(new Set(["within"]));
  });
});
