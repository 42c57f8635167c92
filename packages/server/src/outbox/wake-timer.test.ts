import { expect, it } from "vitest";
import { createFakeClock } from "../../test/fake-clock.ts";
import { createWakeTimer } from "./wake-timer.ts";

it("fires once, at the earliest time that was set", () => {
  const clock = createFakeClock(1_000);
  const fired: number[] = [];
  const timer = createWakeTimer(clock, () => void fired.push(clock.now()));

  timer.fireBy(1_500);
  timer.fireBy(1_200);
  timer.fireBy(1_900);
  clock.runNextTimer();
  clock.runNextTimer();
  timer.fireBy(2_300);
  timer.clear();
  clock.runNextTimer();

  expect(fired).toEqual([1_200]);
});
