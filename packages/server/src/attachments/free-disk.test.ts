import { tmpdir } from "node:os";
import { createFakeClock } from "../../test/fake-clock.ts";
import { watchFreeDisk } from "./free-disk.ts";

it("reports free space while more than the reserve is free", async () => {
  const clock = createFakeClock(5_000);
  expect(await watchFreeDisk(tmpdir(), 0, clock)()).toBe(true);
  expect(await watchFreeDisk(tmpdir(), Number.MAX_SAFE_INTEGER, clock)()).toBe(false);
});

it("checks the disk at most once a second, although the clock steps back", async () => {
  const clock = createFakeClock(5_000);
  const hasFreeSpace = watchFreeDisk(tmpdir(), 0, clock);
  const first = hasFreeSpace();

  clock.advance(999);
  const second = hasFreeSpace();
  clock.advance(1);
  const third = hasFreeSpace();
  clock.stepWall(-500);
  const fourth = hasFreeSpace();

  expect(second).toBe(first);
  expect(third).not.toBe(second);
  expect(fourth).toBe(third);
  expect(await Promise.all([first, third, fourth])).toEqual([true, true, true]);
});
