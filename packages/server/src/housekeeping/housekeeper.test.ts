import { pino } from "pino";
import { createFakeClock, type FakeClock } from "../../test/fake-clock.ts";
import { createHousekeeper, type Housekeeper } from "./housekeeper.ts";
import type { Job } from "./jobs.ts";

let clock: FakeClock;
let logged: string[];
let ran: string[];
let housekeeper: Housekeeper;
let posts: number;
let leased: number;
beforeEach(() => {
  posts = 0;
  leased = 0;
  clock = createFakeClock(1_000);
  logged = [];
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
  const log = pino({ base: null }, { write: (line) => void logged.push(line) });
  const load = { postsSoFar: () => posts, leased: () => leased };
  housekeeper = createHousekeeper({ jobs, clock, log, ...load });
  housekeeper.start();
}

/** Lets the current round end and advances the clock to the next one, `count` times. */
async function rounds(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await new Promise((resolve) => void setImmediate(resolve));
    clock.runNextTimer();
  }
}

it("pauses longer while deliveries are sent or posts arrive, and longest while many arrive", async () => {
  const startedAt: number[] = [];
  start([
    job("busy", 0, () => {
      startedAt.push(clock.now());
      const round = startedAt.length;
      if (round === 2) posts += 1_000_000;
      if (round === 3) posts += 1;
      leased = round === 4 ? 1 : 0;
      clock.advance(10);
      return "more";
    }),
  ]);

  await rounds(6);
  await housekeeper.stop();

  const pauses = startedAt.slice(1, 6).map((at, n) => at - (startedAt[n] ?? 0) - 10);
  expect(pauses).toEqual([10, 190, 30, 30, 10]);
});

it("runs each job at the start and then at its interval, with its limit", async () => {
  start([job("frequent", 100, () => "done"), job("rare", 250, () => "done")]);

  await rounds(4);
  await housekeeper.stop();

  expect(ran.slice(0, 6)).toEqual([
    "frequent 7 at 1000",
    "rare 7 at 1000",
    "frequent 7 at 1100",
    "frequent 7 at 1200",
    "rare 7 at 1250",
    "frequent 7 at 1300",
  ]);
});

it("soon continues a job that has more to do, and runs the other jobs in between", async () => {
  let left = 3;
  start([
    job("long", 60_000, () => ((left -= 1) > 0 ? "more" : "done")),
    job("short", 1, () => "done"),
  ]);

  await rounds(5);

  const turn = ["long", "short"];
  expect(ran.map((line) => line.split(" ")[0]).slice(0, 6)).toEqual([...turn, ...turn, ...turn]);
  expect(ran.filter((line) => line.startsWith("long"))).toHaveLength(3);
  expect(clock.now()).toBeLessThan(2_000);
});

it("logs which job failed, runs the others, and retries a minute later", async () => {
  start([
    job("broken", 10, () => Promise.reject(new Error("disk full"))),
    job("intact", 50_000, () => "done"),
  ]);

  await rounds(3);

  expect(ran.slice(0, 4)).toEqual([
    "broken 7 at 1000",
    "intact 7 at 1000",
    "intact 7 at 51000",
    "broken 7 at 61000",
  ]);
  expect(logged[0]).toContain('"job":"broken"');
  expect(logged[0]).toContain("disk full");
});

it("waits for the current batch when it stops, and starts no other", async () => {
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
