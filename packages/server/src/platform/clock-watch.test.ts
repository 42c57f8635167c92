import { pino } from "pino";
import { useEach } from "../../../../test/harness/use.ts";
import { createFakeClock } from "../../test/fake-clock.ts";
import type { ClockDoubt, ClockWatch } from "./clock-watch.ts";
import { createClockWatch, describeDoubt } from "./clock-watch.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW = 100 * DAY_MS;

describe("deleting by age", () => {
  const clock = useEach(() => createFakeClock(NOW));
  let logged: string[];
  let watch: ClockWatch;
  beforeEach(() => {
    logged = [];
    const log = pino({ base: null }, { write: (line) => void logged.push(line) });
    watch = createClockWatch(clock, log);
  });

  const isPaused = () => watch.deletionTime() === undefined;

  it("uses the wall time while that agrees with the monotonic time, however long a wait was", () => {
    clock.advance(50 * DAY_MS);

    expect(watch.deletionTime()).toBe(NOW + 50 * DAY_MS);
    expect(logged).toEqual([]);
  });

  it("judges ages without the time by which the clock was set ahead within the period", () => {
    clock.stepWall(40 * DAY_MS);
    expect(watch.ageTime(DAY_MS)).toEqual({ now: NOW, isSure: false });
    clock.advance(HOUR_MS);
    clock.stepWall(2 * MINUTE_MS);
    clock.advance(HOUR_MS);

    expect(watch.ageTime(DAY_MS)).toEqual({ now: NOW + 2 * HOUR_MS, isSure: false });
    clock.advance(22 * HOUR_MS + 1);
    // The first step is older than the period.
    expect(watch.ageTime(DAY_MS).now).toBe(clock.now() - 2 * MINUTE_MS);
    clock.advance(DAY_MS);
    expect(watch.ageTime(DAY_MS)).toEqual({ now: clock.now(), isSure: true });
  });

  it("judges ages by the wall time when it was set back", () => {
    clock.stepWall(-DAY_MS);

    expect(watch.ageTime(DAY_MS)).toEqual({ now: NOW - DAY_MS, isSure: false });
  });

  it.each([40 * DAY_MS, MINUTE_MS, -MINUTE_MS, -40 * DAY_MS])(
    "pauses for an hour after the clock was set by %i ms",
    (ms) => {
      clock.stepWall(ms);
      const atOnce = isPaused();
      clock.advance(HOUR_MS - 1);
      const later = isPaused();
      clock.advance(1);

      expect([atOnce, later, isPaused()]).toEqual([true, true, false]);
      expect(logged).toHaveLength(2);
      expect(logged[0]).toContain("Deleting by age is paused for an hour, and so are digests.");
      expect(logged[1]).toContain("Deleting by age continues");
      expect(watch.state()).toMatchObject({ steps: 1, pause: undefined });
    },
  );

  it("begins the hour again when the clock is set right", () => {
    clock.stepWall(40 * DAY_MS);
    isPaused();
    clock.advance(HOUR_MS / 2);
    clock.stepWall(-40 * DAY_MS);
    isPaused();
    clock.advance(HOUR_MS - 1);

    expect(isPaused()).toBe(true);
    expect(watch.state()).toMatchObject({ steps: 2, pause: { endsInMs: 1 } });
  });

  it("goes on when NTP corrects the clock by less than a minute", () => {
    clock.stepWall(MINUTE_MS - 1);

    expect(isPaused()).toBe(false);
  });

  it.each([
    ["is empty", undefined, false],
    ["has a recent row", NOW - DAY_MS + 1, false],
    ["has no row of the last day", NOW - DAY_MS, true],
  ])("at the start of a server whose database %s: paused is %s", (_, newestRowAt, paused) => {
    watch.compareAtStart(newestRowAt);

    expect(isPaused()).toBe(paused);
  });

  it("pauses once when the newest submission turns out to be in the future", () => {
    watch.compareNewest(undefined);
    watch.compareNewest(NOW + MINUTE_MS - 1);
    const before = isPaused();
    watch.compareNewest(NOW + 40 * DAY_MS);
    const after = isPaused();
    clock.advance(HOUR_MS);
    watch.compareNewest(NOW + 40 * DAY_MS);

    expect([before, after, isPaused()]).toEqual([false, true, false]);
    expect(watch.state().newestAheadMs).toBe(40 * DAY_MS - HOUR_MS);
  });

  it("pauses when deliveries were due later than their schedule allows, and counts them", () => {
    watch.pulledIn(2);
    watch.pulledIn(3);

    expect(isPaused()).toBe(true);
    expect(watch.state().pulledIn).toBe(5);
  });
});

it.each<[ClockDoubt, string]>([
  [{ kind: "step", ms: 40 * DAY_MS }, "The clock was set ahead by 40 days, or the machine was"],
  [{ kind: "step", ms: -MINUTE_MS }, "The clock was set back by 1 minute."],
  [{ kind: "newest_ahead", ms: 3 * HOUR_MS }, "is dated 3 hours in the future."],
  [{ kind: "deliveries_late", count: 7 }, "schedule allows: 7."],
  [{ kind: "start", ms: 40 * DAY_MS }, "The server started 40 days after the newest row"],
])("describes %j for people", (doubt, sentence) => {
  expect(describeDoubt(doubt)).toContain(sentence);
});
