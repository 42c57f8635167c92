import { createFakeClock, type FakeClock } from "../../test/fake-clock.ts";
import { watchForIdleness } from "./idleness.ts";

describe("watchForIdleness", () => {
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
  /** Passes 30 seconds in which the process uses `ms` of CPU time. */
  const halfMinute = (ms: number) => {
    usedMs += ms;
    clock.runNextTimer();
  };

  it("reports idleness once after the start", () => {
    for (let n = 0; n < 5; n += 1) halfMinute(1);

    expect(times).toBe(1);
  });

  it("does not report while the process works", () => {
    for (let n = 0; n < 5; n += 1) halfMinute(1_600);
    expect(times).toBe(0);

    halfMinute(1_400);

    expect(times).toBe(1);
  });

  it("reports again only after enough work", () => {
    halfMinute(1);
    halfMinute(250); // CPU time of onIdle itself.
    halfMinute(300);
    halfMinute(1);
    expect(times).toBe(1);

    halfMinute(300);

    expect(times).toBe(2);
  });

  it("does not report after it is stopped", () => {
    stop();

    halfMinute(1);

    expect(times).toBe(0);
  });
});
