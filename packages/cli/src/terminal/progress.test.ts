import { expect, it } from "vitest";
import { startProgress } from "./progress.ts";

function watch(width: number) {
  const drawn: string[] = [];
  let now = 0;
  const line = { width, draw: (text: string) => drawn.push(text), clear: () => drawn.push("") };
  const progress = startProgress(line, { total: 4_000, before: 1_000, clock: { now: () => now } });
  return { progress, drawn, at: (ms: number) => (now = ms) };
}

it("shows the count, the rate of this run alone, and the remaining time", () => {
  const { progress, drawn, at } = watch(79);

  at(100);
  progress.advance(100);
  at(150);
  progress.advance(400);
  at(2_000);
  progress.advance(500);
  progress.end();

  expect(drawn).toEqual([
    "[#####...............] 1,000 of 4,000",
    "[#####...............] 1,100 of 4,000",
    "[##########..........] 2,000 of 4,000, 500/s, 4s left",
    "",
  ]);
});

it("omits the bar when it does not fit", () => {
  const { progress, drawn, at } = watch(39);

  at(2_000);
  progress.advance(1_000);

  expect(drawn.at(-1)).toBe("2,000 of 4,000, 500/s, 4s left");
});

it("shows a full bar when there is nothing to do", () => {
  const drawn: string[] = [];
  const line = { width: 79, draw: (text: string) => drawn.push(text), clear: () => undefined };

  startProgress(line, { total: 0, clock: { now: () => 0 } });

  expect(drawn).toEqual(["[####################] 0 of 0"]);
});
