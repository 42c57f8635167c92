import { expect, it } from "vitest";
import { createFakeClock } from "../../test/fake-clock.ts";
import { plusMs } from "../platform/clock.ts";
import { createWakeTimer } from "./wake-timer.ts";

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
