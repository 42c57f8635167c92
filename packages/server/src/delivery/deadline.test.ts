import { describe, expect, it } from "vitest";
import { createDeadline } from "./deadline.ts";
import { createStandingClock } from "./fixture.ts";

describe("a deadline", () => {
  it("ends each after its own time, and not what was taken back", () => {
    const clock = createStandingClock();
    const deadline = createDeadline(clock, 100);
    const ended: string[] = [];
    const begin = (name: string) => deadline(() => void ended.push(`${name} ${clock.now()}`));

    begin("first");
    clock.pass(30);
    const forget = begin("done");
    begin("second");
    clock.pass(50);
    forget();
    clock.pass(500);
    begin("third");
    clock.pass(500);

    expect(ended).toEqual(["first 100", "second 130", "third 680"]);
  });

  it("holds where the clock is set back meanwhile", () => {
    const clock = createStandingClock();
    let back = 0;
    const deadline = createDeadline({ ...clock, now: () => clock.now() - back }, 100);
    let isEnded = false;

    deadline(() => {
      isEnded = true;
    });
    back = 3_600_000;
    clock.pass(100);

    expect(isEnded).toBe(true);
  });
});
