import { beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, type FakeClock } from "../../test/fake-clock.ts";
import { watchForIdleness } from "./idleness.ts";

describe("a process that is watched", () => {
  let clock: FakeClock;
  let usedMs: number;
  let times: number;
  let stop: () => void;
  beforeEach(() => {
    clock = createFakeClock(0);
    usedMs = 800;
    times = 0;
    stop = watchForIdleness({ clock, cpuMs: () => usedMs, onIdle: () => (times += 1) });
  });
  /** Half a minute in which the process works for `ms`. */
  const halfMinute = (ms: number) => {
    usedMs += ms;
    clock.jump();
  };

  it("times once from its start", () => {
    for (let n = 0; n < 5; n += 1) halfMinute(1);

    expect(times).toBe(1);
  });

  it("does not while it works", () => {
    for (let n = 0; n < 5; n += 1) halfMinute(700);
    expect(times).toBe(0);

    halfMinute(10);

    expect(times).toBe(1);
  });

  it("times again only after work that is worth it", () => {
    halfMinute(1);
    halfMinute(250); // What resting took.
    halfMinute(300);
    halfMinute(1);
    expect(times).toBe(1);

    halfMinute(300);

    expect(times).toBe(2);
  });

  it("is left alone in the end", () => {
    stop();

    halfMinute(1);

    expect(times).toBe(0);
  });
});
