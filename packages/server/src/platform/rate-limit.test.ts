import { createFakeClock } from "../../test/fake-clock.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";

const kinds = (rate: RateLimit, times: number, address: string | null = "198.51.100.1", form = 1) =>
  Array.from({ length: times }, () => rate.count(form, address).kind);

it("marks requests above it, and rejects those above ten times the limit", () => {
  const rate = createRateLimit(2, createFakeClock(1_000));

  const seen = kinds(rate, 21);

  expect(seen.slice(0, 3)).toEqual(["within", "within", "over"]);
  expect(seen.slice(19)).toEqual(["over", "rejected"]);
});

it("reports when requests are allowed again", () => {
  const clock = createFakeClock(1_000);
  const rate = createRateLimit(1, clock);
  kinds(rate, 10);

  clock.advance(20_000);
  const rejected = rate.count(1, "198.51.100.1");
  clock.advance(40_000);

  expect(rejected).toEqual({ kind: "rejected", retryAfterS: 40 });
  expect(kinds(rate, 1)).toEqual(["within"]);
});

it("counts each form and each address separately", () => {
  const rate = createRateLimit(1, createFakeClock(1_000));

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
  const rate = createRateLimit(1, createFakeClock(1_000));

  rate.count(1, one);

  expect(rate.count(1, other).kind).toBe(kind);
});

it("counts on when the clock steps", () => {
  const clock = createFakeClock(10_000_000);
  const rate = createRateLimit(1, clock);
  kinds(rate, 2);

  clock.stepWall(-5_000_000);
  const steppedBack = kinds(rate, 1);
  clock.stepWall(10_000_000);
  const steppedAhead = kinds(rate, 1);
  clock.advance(60_000);

  expect([steppedBack, steppedAhead]).toEqual([["over"], ["over"]]);
  expect(kinds(rate, 2)).toEqual(["within", "over"]);
});

it("stores a bounded number of addresses", () => {
  const rate = createRateLimit(1, createFakeClock(1_000));
  kinds(rate, 2, "10.0.0.1");

  for (let n = 0; n < 200_000; n += 1) rate.count(1, `host ${n}`);

  expect(kinds(rate, 1, "10.0.0.1")).toEqual(["within"]);
});

it("counts nothing when it is off", () => {
  const rate = createRateLimit(undefined, createFakeClock(1_000));

  expect(new Set(kinds(rate, 1_000))).toEqual(new Set(["within"]));
});
