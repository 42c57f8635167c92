import { msBetween, NEVER, plusMs, toMonotonicMs } from "../platform/clock.ts";
import { createClaimPace, createWakeTimer } from "./claim-pace.ts";
import { createFakeClock } from "../../test/fake-clock.ts";

const START = toMonotonicMs(1_000);

describe("the pace of claims", () => {
  it("backs off from 1 to 10 ms while claims find nothing, and resets with the first that does", () => {
    const pace = createClaimPace();

    const delays = Array.from({ length: 6 }, () => {
      pace.foundNothing(START);
      return msBetween(START, pace.nextAt(0) ?? NEVER);
    });
    pace.found(START);

    expect(delays).toEqual([1, 2, 4, 8, 10, 10]);
    expect(pace.nextAt(0)).toEqual(plusMs(START, 2));
  });

  it("claims again after 2 ms below half of the capacity, and after 10 ms above", () => {
    const pace = createClaimPace();
    pace.claiming(8);
    pace.found(START);

    expect([4, 5].map((open) => pace.isLow(open))).toEqual([true, false]);
    expect([4, 5].map((open) => pace.nextAt(open))).toEqual([2, 10].map((ms) => plusMs(START, ms)));
  });
});

it("fires once, at the earliest time that was set", () => {
  const clock = createFakeClock(1_000);
  const start = clock.monotonic();
  const fired: number[] = [];
  const timer = createWakeTimer(clock, () => void fired.push(clock.now()));

  timer.fireBy(plusMs(start, 500));
  timer.fireBy(plusMs(start, 200));
  timer.fireBy(plusMs(start, 900));
  clock.runNextTimer();
  clock.runNextTimer();
  timer.fireBy(plusMs(start, 1_300));
  timer.clear();
  clock.runNextTimer();

  expect(fired).toEqual([1_200]);
});
