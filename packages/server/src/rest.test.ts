import { beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, type FakeClock } from "../test/fake-clock.ts";
import { watchForRest } from "./rest.ts";

describe("a process that is watched", () => {
  let clock: FakeClock;
  let usedMs: number;
  let rests: number;
  let stop: () => void;
  beforeEach(() => {
    clock = createFakeClock(0);
    usedMs = 800;
    rests = 0;
    stop = watchForRest({ clock, cpuMs: () => usedMs, rest: () => (rests += 1) });
  });
  /** Half a minute in which the process works for `ms`. */
  const halfMinute = (ms: number) => {
    usedMs += ms;
    clock.jump();
  };

  it("rests once from its start", () => {
    for (let n = 0; n < 5; n += 1) halfMinute(1);

    expect(rests).toBe(1);
  });

  it("does not while it works", () => {
    for (let n = 0; n < 5; n += 1) halfMinute(700);
    expect(rests).toBe(0);

    halfMinute(10);

    expect(rests).toBe(1);
  });

  it("rests again only after work that is worth it", () => {
    halfMinute(1);
    halfMinute(250); // What resting took.
    halfMinute(300);
    halfMinute(1);
    expect(rests).toBe(1);

    halfMinute(300);

    expect(rests).toBe(2);
  });

  it("is left alone in the end", () => {
    stop();

    halfMinute(1);

    expect(rests).toBe(0);
  });
});
