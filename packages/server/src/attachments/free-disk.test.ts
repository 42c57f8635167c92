import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { watchFreeDisk } from "./free-disk.ts";

const stopped = { now: () => 5_000, after: () => () => undefined };

it("reports free space while more than the reserve is free", async () => {
  expect(await watchFreeDisk(tmpdir(), 0, stopped)()).toBe(true);
  expect(await watchFreeDisk(tmpdir(), Number.MAX_SAFE_INTEGER, stopped)()).toBe(false);
});

it("checks the disk at most once a second, and again when the clock steps back", async () => {
  let now = 5_000;
  const hasFreeSpace = watchFreeDisk(tmpdir(), 0, { ...stopped, now: () => now });
  const first = hasFreeSpace();

  now += 999;
  const second = hasFreeSpace();
  now += 1;
  const third = hasFreeSpace();
  now -= 500;
  const fourth = hasFreeSpace();

  expect(second).toBe(first);
  expect(third).not.toBe(second);
  expect(fourth).not.toBe(third);
  expect(await Promise.all([first, third, fourth])).toEqual([true, true, true]);
});
