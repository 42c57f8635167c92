import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { watchFreeDisk } from "./free-disk.ts";

const stopped = { now: () => 5_000, after: () => () => undefined };

it("a disk has room while more is free than is to be kept", async () => {
  expect(await watchFreeDisk(tmpdir(), 0, stopped)()).toBe(true);
  expect(await watchFreeDisk(tmpdir(), Number.MAX_SAFE_INTEGER, stopped)()).toBe(false);
});

it("the disk is looked at once a second at most, and again when the clock steps back", async () => {
  let now = 5_000;
  const hasRoom = watchFreeDisk(tmpdir(), 0, { ...stopped, now: () => now });
  const first = hasRoom();

  now += 999;
  const second = hasRoom();
  now += 1;
  const third = hasRoom();
  now -= 500;
  const fourth = hasRoom();

  expect(second).toBe(first);
  expect(third).not.toBe(second);
  expect(fourth).not.toBe(third);
  expect(await Promise.all([first, third, fourth])).toEqual([true, true, true]);
});
