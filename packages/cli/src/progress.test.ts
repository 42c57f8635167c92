import { expect, it } from "vitest";
import { startProgress } from "./progress.ts";

it("shows how far it is, how fast it goes, without what an earlier run did, and how long it takes", () => {
  const drawn: string[] = [];
  const stderr = { isTTY: true, write: (text: string) => drawn.push(text) > 0 };
  let now = 0;
  const options = { total: 4_000, before: 1_000, isWanted: true, clock: { now: () => now } };

  const progress = startProgress(stderr, options);
  progress.advance(100);
  now = 50;
  progress.advance(400);
  now = 2_000;
  progress.advance(500);

  expect(drawn).toEqual([
    "\r\u001B[2K[#####...............] 1,100 of 4,000",
    "\r\u001B[2K[##########..........] 2,000 of 4,000, 500/s, 4s left",
  ]);
});
