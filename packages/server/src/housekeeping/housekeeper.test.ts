import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeClock, type FakeClock } from "../../test/fake-clock.ts";
import { createHousekeeper, type Housekeeper } from "./housekeeper.ts";
import type { Job } from "./job.ts";

let clock: FakeClock;
let said: string[];
let ran: string[];
let housekeeper: Housekeeper;
let posts: number;
beforeEach(() => {
  posts = 0;
  clock = createFakeClock(1_000);
  said = [];
  ran = [];
});
afterEach(() => housekeeper.stop());

const job = (name: string, everyMs: number, run: () => "more" | "done" | Promise<"done">): Job => ({
  name,
  everyMs,
  limit: 7,
  run: async (limit) => {
    ran.push(`${name} ${limit} at ${clock.now()}`);
    return run();
  },
});

function start(jobs: readonly Job[]): void {
  const log = pino({ base: null }, { write: (line) => void said.push(line) });
  housekeeper = createHousekeeper({ jobs, clock, log, postsSoFar: () => posts });
  housekeeper.start();
}

/** Lets what is under way end, and time go on to the next turn, so many times. */
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await new Promise((resolve) => void setImmediate(resolve));
    clock.jump();
  }
}

describe("the housekeeper", () => {
  it("rests longer while posts come in numbers", async () => {
    let elapsed = 0;
    const spied = vi.spyOn(performance, "now").mockImplementation(() => elapsed);
    const begins: number[] = [];
    start([
      job("busy", 0, () => {
        begins.push(clock.now());
        if (begins.length === 2) posts += 1_000_000;
        elapsed += 10;
        return "more";
      }),
    ]);

    await turns(4);
    await housekeeper.stop();
    spied.mockRestore();

    expect(begins.slice(0, 4).map((at) => at - 1_000)).toEqual([0, 30, 30 + 190, 30 + 190 + 30]);
  });

  it("runs each job at the start and then every so often, with its limit", async () => {
    start([job("often", 100, () => "done"), job("seldom", 250, () => "done")]);

    await turns(4);
    await housekeeper.stop();

    expect(ran.slice(0, 6)).toEqual([
      "often 7 at 1000",
      "seldom 7 at 1000",
      "often 7 at 1100",
      "often 7 at 1200",
      "seldom 7 at 1250",
      "often 7 at 1300",
    ]);
  });

  it("goes on soon with a job that has more to do, and lets the others have their turns", async () => {
    let left = 3;
    start([
      job("long", 60_000, () => ((left -= 1) > 0 ? "more" : "done")),
      job("short", 1, () => "done"),
    ]);

    await turns(5);

    expect(ran.map((line) => line.split(" ")[0]).slice(0, 6)).toEqual([
      "long",
      "short",
      "long",
      "short",
      "long",
      "short",
    ]);
    expect(ran.filter((line) => line.startsWith("long"))).toHaveLength(3);
    expect(clock.now()).toBeLessThan(2_000);
  });

  it("says which job failed, runs the others, and tries again a minute later", async () => {
    start([
      job("broken", 10, () => Promise.reject(new Error("disk full"))),
      job("whole", 50_000, () => "done"),
    ]);

    await turns(3);

    expect(ran.slice(0, 4)).toEqual([
      "broken 7 at 1000",
      "whole 7 at 1000",
      "whole 7 at 51000",
      "broken 7 at 61000",
    ]);
    expect(said[0]).toContain('"job":"broken"');
    expect(said[0]).toContain("disk full");
  });

  it("waits for the batch under way when it stops, and begins none after it", async () => {
    const batch = Promise.withResolvers<"done">();
    start([job("slow", 10, () => batch.promise), job("next", 10, () => "done")]);

    let isStopped = false;
    const stopping = housekeeper.stop().then(() => (isStopped = true));
    await new Promise((resolve) => void setImmediate(resolve));
    const before = isStopped;
    batch.resolve("done");
    await vi.waitUntil(() => isStopped);
    await stopping;

    expect(before).toBe(false);
    expect(ran).toEqual(["slow 7 at 1000"]);
  });
});
