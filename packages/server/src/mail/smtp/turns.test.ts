import { createFakeClock } from "../../../test/fake-clock.ts";
import { createSendingTurns } from "../transport.ts";

const START = Date.parse("2026-11-23T06:00:00Z");

/** Queues `count` sends, and returns the seconds at which they ran. */
function ranAt(perSecond: number, count: number, seconds: number): number[] {
  const clock = createFakeClock(START);
  const turns = createSendingTurns({ clock, atOnce: count, perSecond });
  const ran: number[] = [];
  for (let queued = 0; queued < count; queued += 1) {
    turns.enqueue(() => ran.push((clock.now() - START) / 1_000));
  }
  clock.advance(seconds * 1_000);
  return ran;
}

it("keep the distance of the rate", () => {
  expect(ranAt(0.5, 4, 10)).toEqual([0, 2, 4, 6]);
  expect(ranAt(4, 5, 10)).toEqual([0, 0.25, 0.5, 0.75, 1]);
});

it("do not add up while nobody waits", () => {
  const clock = createFakeClock(START);
  const turns = createSendingTurns({ clock, atOnce: 100, perSecond: 10 });
  clock.advance(3_600_000);
  let ran = 0;

  for (let queued = 0; queued < 20; queued += 1) turns.enqueue(() => (ran += 1));
  clock.advance(1_000);

  expect(ran).toBeLessThanOrEqual(12);
});
