/** A dispatcher on a real store for tests, with a clock that the test advances. */
import { pino } from "pino";
import type { Body } from "../src/domain/delivery/delivery.ts";
import type { DeliveryKinds } from "../src/domain/delivery/delivery-kind.ts";
import { createWebhookKind } from "../src/delivery/webhook-kind.ts";
import { type WebhookRequest, httpResult } from "../src/delivery/deliver.ts";
import { abortedResult, type DeliveryResult } from "../src/domain/delivery/delivery-result.ts";
import { systemRandom } from "../src/platform/random.ts";
import { DESTINATION_KINDS } from "../src/domain/delivery/destination.ts";
import { createIds } from "../src/domain/ids.ts";
import { createFakeClock } from "./fake-clock.ts";
import { newSubmission, openFixture } from "./fixture.ts";
import { openTestStore } from "./store/test-store.ts";
import { type Store } from "../src/store/store.ts";
import { wrapReads } from "../src/store/reads.ts";
import { wrapWrites } from "../src/store/writes.ts";
import { createDispatcher } from "../src/outbox/dispatcher.ts";

export const START = 10_000_000;
/** Real time that a test may wait for a condition. */
const PATIENCE_MS = 15_000;

type Answer = (
  delivery: WebhookRequest,
  signal: AbortSignal,
) => Promise<DeliveryResult> | DeliveryResult;

export type Bench = Awaited<ReturnType<typeof openBench>>;

interface Logged {
  readonly level: number;
  readonly msg: string;
  readonly oldest_due_seconds?: number;
}

export async function openBench() {
  const fixture = await openFixture();
  const clock = createFakeClock(START);
  let running: { store: Store; dispatcher: ReturnType<typeof createDispatcher> } | undefined;
  let pendingCalls = 0;
  const watch = (call: Promise<unknown>) => {
    pendingCalls += 1;
    const end = () => (pendingCalls -= 1);
    call.then(end, end);
  };
  const started = () => {
    if (running === undefined) throw new Error("Call start() first.");
    return running;
  };
  const attempts: WebhookRequest[] = [];
  const logged: Logged[] = [];
  const counted: { readonly outcome: string; readonly error_code: string | null }[] = [];
  const answered = (status: number) =>
    httpResult(
      { startedAt: clock.now(), durationMs: 1, remoteIp: "127.0.0.1" },
      { status, excerpt: "", retryAfterMs: undefined },
      { believesGone: true },
    );
  const rows = () =>
    fixture.rows("delivery", ["id", "state", "reason", "attempts_made", "claims", "webhook_id"]);
  /** Runs timers while the store is idle, until `isDone` returns true. */
  async function until(isDone: () => Promise<boolean> | boolean) {
    const end = performance.now() + PATIENCE_MS;
    while (performance.now() < end) {
      if (await isDone()) return;
      // The clock stands still while the database works: on a loaded machine leases would expire.
      if (pendingCalls === 0) clock.runNextTimer();
      await new Promise((resolve) => void setImmediate(resolve));
    }
    throw new Error(`not done: ${JSON.stringify(await rows())}`);
  }
  /** What a test may replace. */
  const hooks = {
    /** The response of the receivers. */
    answer: (() => answered(200)) as Answer,
    render: (): Body => ({ contentType: "text/plain", bytes: Buffer.from("rendered") }),
    /** How e-mail is sent; `undefined` on a server that cannot. */
    email: undefined as DeliveryKinds["email"],
    /** Called before each write to the store; a test may throw in it. */
    beforeWrite: (_name: string): void | Promise<void> => undefined,
    /** Called after each write to the store; a test that throws in it loses the answer. */
    afterWrite: (_name: string): void => undefined,
  };
  return Object.assign(hooks, {
    fixture,
    clock,
    /** The requests sent so far, in order. */
    attempts,
    /** Lines of the dispatcher's log, from level info on. */
    logged,
    counted,
    answered,
    rows,
    until,
    store: () => started().store,
    dispatcher: () => started().dispatcher,
    async start(schedule?: readonly number[], leaseMs = 60_000) {
      const store = await openTestStore(fixture.database, {
        sendable: DESTINATION_KINDS.filter(
          (kind) => kind === "webhook" || hooks.email !== undefined,
        ),
      });
      const webhook = createWebhookKind({
        deliver: async (request, signal) => {
          attempts.push(request);
          return hooks.answer(request, signal);
        },
        clock,
        origins: { publicUrl: "http://intray.test", filesUrl: "http://intray.test" },
        deadlineMs: 15_000,
        addressProblem: () => undefined,
      });
      const dispatcher = createDispatcher({
        store: {
          owner: store.owner,
          deadOwners: () => store.deadOwners(),
          reads: wrapReads(store.reads, (run) => {
            const result = run();
            watch(result);
            return result;
          }),
          writes: wrapWrites(store.writes, async (run, name) => {
            await hooks.beforeWrite(name);
            const call = run();
            watch(call);
            const result = await call;
            hooks.afterWrite(name);
            return result;
          }),
        },
        kinds: {
          webhook: { ...webhook, render: () => hooks.render() },
          ...(hooks.email && { email: hooks.email }),
        },
        clock,
        random: systemRandom,
        ids: createIds(systemRandom),
        log: pino(
          { base: null },
          { write: (line) => void logged.push(JSON.parse(line) as Logged) },
        ),
        onAttempt: ({ outcome, error_code }) => void counted.push({ outcome, error_code }),
        onLost: (lost) => void counted.push({ outcome: `${lost} lost`, error_code: null }),
        schedule,
        maxOpen: 64,
        leaseMs,
      });
      running = { store, dispatcher };
      await dispatcher.start();
    },
    /** Accepts submissions 1 to `count`, whose deliveries are due at {@link START}. */
    async accept(count = 1) {
      for (let n = 1; n <= count; n++) await fixture.accept(newSubmission(n, { now: START }));
    },
    log: () => fixture.rows("attempt", ["number", "outcome", "error_code"]),
    allAre: (state: string) =>
      until(async () => (await rows()).every((row) => row.state === state)),
    async close() {
      await running?.dispatcher.stop({ atOnce: true });
      await running?.store.close();
      await fixture.close();
    },
  });
}

/** A receiver that never responds. Ends when the attempt is aborted. */
export const hang: Answer = (_, signal) =>
  new Promise((resolve) => {
    signal.addEventListener("abort", () =>
      resolve(abortedResult({ startedAt: START, durationMs: 0, remoteIp: null })),
    );
  });
