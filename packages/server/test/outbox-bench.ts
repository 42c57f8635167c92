/** For tests: a dispatcher on a real store, with time that stands still until a test moves it. */
import { pino } from "pino";
import { systemClock } from "../src/platform/clock.ts";
import type { AttemptResult, Body, OutgoingDelivery } from "../src/domain/delivery.ts";
import { systemRandom } from "../src/platform/random.ts";
import { createIds } from "../src/domain/ids.ts";
import { silentLog } from "../src/platform/log.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { type Fixture, FIXTURE_KEYS, openFixture } from "./store-fixture.ts";
import { openStore } from "../src/store/open-store.ts";
import { type Store } from "../src/store/store.ts";
import { createDispatcher, type Dispatcher } from "../src/outbox/dispatcher.ts";

export const START = 10_000_000;
/** Real time that a test may wait for a condition. */
const PATIENCE_MS = 15_000;

type Answer = (
  delivery: OutgoingDelivery,
  signal: AbortSignal,
) => Promise<AttemptResult> | AttemptResult;

export interface Bench {
  readonly fixture: Fixture;
  readonly clock: FakeClock;
  /** What was sent, in order. */
  readonly attempts: OutgoingDelivery[];
  /** What the dispatcher said in its log, from info on. */
  readonly logged: Logged[];
  /** What it had counted. */
  readonly counted: { readonly outcome: string; readonly error_code: string | null }[];
  /** Decides what the receivers answer; 200 unless a test says otherwise. */
  answer: Answer;
  render: () => Body;
  /** Stands before the store's writes; a test may let one fail. */
  beforeWrite: (name: string) => void | Promise<void>;
  store(): Store;
  dispatcher(): Dispatcher;
  start(schedule?: readonly number[], leaseMs?: number): Promise<void>;
  answered(status: number): AttemptResult;
  rows(): Promise<readonly Row[]>;
  log(): Promise<readonly { number: number; outcome: string; error_code: string | null }[]>;
  /** Lets the threads work, and time jump on, until `isDone` says so. */
  until(isDone: () => Promise<boolean> | boolean): Promise<void>;
  allAre(state: string): Promise<void>;
  close(): Promise<void>;
}

interface Logged {
  readonly level: number;
  readonly msg: string;
  readonly oldest_due_seconds?: number;
}

interface Row {
  readonly id: number;
  readonly state: string;
  readonly reason: string | null;
  readonly attempts_made: number;
  readonly claims: number;
  readonly webhook_id: number;
}

export async function openBench(): Promise<Bench> {
  const fixture = await openFixture();
  const clock = createFakeClock(START);
  let running: { store: Store; dispatcher: Dispatcher } | undefined;
  /** What the store is asked for. */
  let underWay = 0;
  const watch = (call: Promise<unknown>) => {
    underWay += 1;
    const end = () => (underWay -= 1);
    call.then(end, end);
  };
  const started = () => {
    if (running === undefined) throw new Error("Call start() first.");
    return running;
  };
  const bench: Bench = {
    fixture,
    clock,
    attempts: [],
    logged: [],
    counted: [],
    answer: () => bench.answered(200),
    render: () => ({ contentType: "text/plain", bytes: Buffer.from("rendered") }),
    beforeWrite: () => undefined,
    store: () => started().store,
    dispatcher: () => started().dispatcher,
    async start(schedule, leaseMs = 60_000) {
      const store = await openStore({
        database: fixture.database,
        encryptionKeys: FIXTURE_KEYS,
        clock: systemClock,
        log: silentLog,
        onDeath: (error) => {
          throw error;
        },
        onDue: () => undefined,
      });
      const dispatcher = createDispatcher({
        store: {
          owner: store.owner,
          read: (name, args) => {
            const result = store.read(name, args);
            watch(result);
            return result;
          },
          write: async (name, args) => {
            await bench.beforeWrite(name);
            const call = store.write(name, args);
            watch(call);
            const result = await call;
            // Awaiting widens a generic result.
            return result as never;
          },
        },
        deliver: async (delivery, signal) => {
          bench.attempts.push(delivery);
          return bench.answer(delivery, signal);
        },
        render: () => bench.render(),
        clock,
        random: systemRandom,
        ids: createIds(systemRandom),
        log: pino(
          { base: null },
          { write: (line) => void bench.logged.push(JSON.parse(line) as Logged) },
        ),
        onAttempt: ({ outcome, error_code }) => void bench.counted.push({ outcome, error_code }),
        onLost: (attempts) =>
          void bench.counted.push({ outcome: `${attempts} lost`, error_code: null }),
        schedule,
        believesGone: true,
        maxOpen: 64,
        deadlineMs: 15_000,
        leaseMs,
      });
      running = { store, dispatcher };
      await dispatcher.start();
    },
    answered: (status) => ({
      kind: "answered",
      status,
      excerpt: "",
      retryAfterMs: undefined,
      startedAt: clock.now(),
      durationMs: 1,
      remoteIp: "127.0.0.1",
    }),
    rows: () =>
      fixture.db
        .selectFrom("delivery")
        .select(["id", "state", "reason", "attempts_made", "claims", "webhook_id"])
        .orderBy("id")
        .execute(),
    log: () =>
      fixture.db
        .selectFrom("attempt")
        .select(["number", "outcome", "error_code"])
        .orderBy("number")
        .execute(),
    async until(isDone) {
      const end = performance.now() + PATIENCE_MS;
      while (performance.now() < end) {
        if (await isDone()) return;
        // Time stands still while the database works: on a busy machine it would run out for leases.
        if (underWay === 0) clock.jump();
        await new Promise((resolve) => void setImmediate(resolve));
      }
      throw new Error(`not done: ${JSON.stringify(await bench.rows())}`);
    },
    allAre: (state) =>
      bench.until(async () => (await bench.rows()).every((row) => row.state === state)),
    async close() {
      await running?.dispatcher.stop({ atOnce: true });
      await running?.store.close();
      await fixture.close();
    },
  };
  return bench;
}

/** A receiver that never answers; ends when the attempt is broken off. */
export const hang: Answer = (_, signal) =>
  new Promise((resolve) => {
    signal.addEventListener("abort", () =>
      resolve({ kind: "aborted", startedAt: START, durationMs: 0, remoteIp: null }),
    );
  });
