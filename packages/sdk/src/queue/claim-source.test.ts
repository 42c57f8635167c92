import { busy, clientOf, serve, until, answering } from "../../test/faulty-server.ts";
import { exit, scriptedHandler, stateOf, testRun } from "../../test/memory-server.ts";
import { useLeases } from "../../test/leases.ts";
import { claimSource, type ClaimSourceOptions } from "./claim-source.ts";
import { functionHandler } from "./handler.ts";
import { runQueue } from "./run-queue.ts";
import { DEFAULT_POLICY, newItem } from "./transition.ts";

const leases = useLeases();

/** Pauses that the test ends: each lasts until `next` is called or its signal fires. */
function steps() {
  const waiting: (() => void)[] = [];
  return {
    sleep: (_ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        signal.addEventListener("abort", () => resolve());
      }),
    next: async () => {
      await until(() => waiting.length > 0);
      for (const go of waiting.splice(0)) go();
    },
  };
}

function sourceOf(
  queue: Pick<ClaimSourceOptions, "client" | "form_id">,
  more: Partial<ClaimSourceOptions> = {},
) {
  const options = { filter: "new", consumer: "mail", sleep: steps().sleep } as const;
  return claimSource({ ...options, ...queue, ...more });
}

it("releases a failed submission with the delay of the back-off", async () => {
  const queue = await leases(1);
  const { handler, calls } = scriptedHandler(exit(1), exit(0));
  const { options, advance } = testRun(sourceOf(queue), handler);

  const first = await runQueue(options);
  const early = await runQueue(options);
  advance(15_000);
  queue.world.now += 15_000;
  const late = await runQueue(options);

  expect(queue.sent("release")).toMatchObject([
    { submission_ids: queue.ids, retry_after_seconds: 15 },
  ]);
  expect([first.failed, early.started, late.acked]).toEqual([1, 0, 1]);
  expect(calls.map(({ attempt, redelivered }) => [attempt, redelivered])).toEqual([
    [1, false],
    [2, true],
  ]);
});

it("counts the attempts of all hosts, and gives up for all of them", async () => {
  const queue = await leases(1);
  const attempts: number[] = [];
  for (let host = 0; host < 4; host++) {
    const { handler, calls } = scriptedHandler(exit(1));
    const policy = { ...DEFAULT_POLICY, maxAttempts: 3 };

    await runQueue(testRun(sourceOf(queue), handler, { policy }).options);

    attempts.push(...calls.map(({ attempt }) => attempt));
    queue.world.now += 3_600_000;
  }

  expect(attempts).toEqual([1, 2, 3]);
  expect(queue.sent("release").at(-1)).toMatchObject({ dead: true });
  expect(await queue.records()).toMatchObject([{ read: false, claim_count: 3 }]);
});

it.each([
  ["that it will not start", 4, exit(0), "max", 1],
  ["of a misconfigured handler", 1, exit(78), "misconfigured", 0],
])("releases at once the submissions %s", async (_, count, outcome, kind, handled) => {
  const queue = await leases(count);
  const { handler } = scriptedHandler(outcome);

  const source = sourceOf(queue, { limit: 4 });
  const { end } = await runQueue(testRun(source, handler, { max: 1 }).options);

  expect(end.kind).toBe(kind);
  const submission_ids = queue.ids.slice(handled);
  expect(queue.sent("release")).toEqual([{ lease_token: expect.any(String), submission_ids }]);
});

it("does not repeat a submission that was handled but not yet marked read", async () => {
  const queue = await leases(1);
  const { handler, calls } = scriptedHandler();
  const { options, store } = testRun(sourceOf(queue), handler);
  const [id = 0] = queue.ids;
  const [before] = await queue.records();
  await store.commit([
    { ...newItem(id, queue.form_id, before?.uid), state: { kind: "handled" } },
    { ...newItem(id + 1, queue.form_id), state: { kind: "retry", dueAt: 0, reason: "exit 1" } },
  ]);

  const summary = await runQueue(options);

  expect([calls, summary.acked]).toEqual([[], 1]);
  expect(await queue.records()).toMatchObject([{ read: true }]);
  // A deferred submission is not leased before it is due, and must not count as gone.
  expect((await stateOf(store, id + 1))?.state.kind).toBe("retry");
});

it("renews the lease while a handler runs, and reports a lost lease", async () => {
  const queue = await leases(2);
  const { sleep, next } = steps();
  const lost: number[][] = [];
  let finish = () => {};
  const handler = functionHandler(() => new Promise<void>((resolve) => (finish = resolve)));
  const source = sourceOf(queue, { sleep, onLost: (ids) => void lost.push([...ids]) });

  const run = runQueue(testRun(source, handler, { max: 1 }).options);
  await next();
  await until(() => queue.sent("extend").length === 1);
  await queue.lose();
  await next();
  await until(() => lost.length === 1);
  finish();
  const summary = await run;

  const submission_ids = queue.ids.slice(0, 1);
  expect(queue.sent("extend")[0]).toMatchObject({ lease_seconds: 300, submission_ids });
  expect([lost, summary.acked]).toEqual([[submission_ids], 1]);
});

it("leases no more than it can start", async () => {
  const queue = await leases(5);
  const unread: number[][] = [];
  const handler = functionHandler(async () => {
    const leased = (await queue.records()).filter(({ claim_count }) => claim_count > 0);
    unread.push(leased.flatMap(({ id, read }) => (read ? [] : [id])));
  });

  await runQueue(testRun(sourceOf(queue), handler, { max: 3 }).options);

  expect(unread).toEqual(queue.ids.slice(0, 3).map((id) => [id]));
  expect((await queue.records()).map((one) => one.claim_count)).toEqual([1, 1, 1, 0, 0]);
});

it("ignores a lost lease when it releases", async () => {
  const queue = await leases(1);
  const handler = functionHandler(async () => {
    await queue.lose();
    throw new Error("no");
  });

  const summary = await runQueue(testRun(sourceOf(queue), handler).options);

  expect(summary).toMatchObject({ failed: 1, end: { kind: "drained" } });
});

it.each([404, 405, 501])("reports once that the server has no claims (%i)", async (status) => {
  const { url, requests } = await serve(answering(status, { ...busy, code: "not_implemented" }));
  const { handler } = scriptedHandler();

  const source = sourceOf(clientOf(url));
  const summary = await runQueue(testRun(source, handler, { watchIntervalMs: 1 }).options);

  expect(summary.end).toMatchObject({
    kind: "source",
    error: { failure: "refused", message: expect.stringContaining(`answered ${status}`) },
  });
  expect(requests).toHaveLength(1);
});

it("reports an unknown form with the server's message", async () => {
  const problem = { error: "There is no form 3.", code: "not_found", request_id: "req_1" };
  const { url } = await serve(answering(404, problem));

  const source = sourceOf({ ...clientOf(url), form_id: 3 });
  const { end } = await runQueue(testRun(source, scriptedHandler().handler).options);

  expect(end).toMatchObject({ kind: "source", error: { message: "There is no form 3." } });
});
