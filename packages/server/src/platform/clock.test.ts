import { createFakeClock } from "../../test/fake-clock.ts";
import { followClock, measureSteps, systemClock, type WallReading } from "./clock.ts";

it("a clock that follows another one continues from the last reading, whatever this machine's wall time does", () => {
  const machine = createFakeClock(1_000_000);
  let reading: WallReading | undefined;
  const clock = followClock(machine, () => reading);

  const own = clock.now();
  reading = { wallMs: 5_000_000.4, at: machine.monotonic() };
  machine.advance(250);
  machine.stepWall(-3_600_000);
  const followed = clock.now();

  expect([own, followed]).toEqual([1_000_000, 5_000_250]);
  expect(clock.monotonic()).toBe(machine.monotonic());
});

it("steps of the wall time are what it gains on monotonic time, each told once", () => {
  const clock = createFakeClock(1_000_000);
  const stepMs = measureSteps(clock);

  clock.advance(86_400_000);
  const none = stepMs();
  clock.stepWall(-600_000);
  clock.advance(1_000);

  expect([none, stepMs(), stepMs()]).toEqual([0, -600_000, 0]);
});

describe("a timer of the system's clock", () => {
  it.each([
    ["that is due already", -5, 0],
    ["of forty days", 40 * 86_400_000, 2 ** 31 - 1],
  ])("%s is set to a time that Node can keep", (_what, delayMs, expected) => {
    const setTimer = vi.spyOn(globalThis, "setTimeout");

    const cancel = systemClock.after(delayMs, () => undefined);
    const [call] = setTimer.mock.calls;
    setTimer.mockRestore();
    cancel();

    expect(call?.[1]).toBe(expected);
  });
});
