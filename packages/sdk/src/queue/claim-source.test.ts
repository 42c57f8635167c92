import { busy, clientOf, serve, until, answering } from "../../test/faulty-server.ts";
import { exit, scriptedHandler, stateOf, testRun } from "../../test/memory-server.ts";
import { leasingServer } from "../../test/leasing-server.ts";
import { claimSource, type ClaimSourceOptions } from "./claim-source.ts";
import { functionHandler } from "./handler.ts";
import { runQueue } from "./run-queue.ts";
import { DEFAULT_POLICY } from "./transition.ts";

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

function sourceOf(url: string, more: Partial<ClaimSourceOptions> = {}) {
  const { client } = clientOf(url);
  const options = { client, filter: "new", consumer: "mail", sleep: steps().sleep } as const;
  return claimSource({ ...options, ...more });
}

it("releases a failed submission with the delay of the back-off", async () => {
  const { url, sent, world: server } = await leasingServer(1);
  const { handler, calls } = scriptedHandler(exit(1), exit(0));
  const { options, advance } = testRun(sourceOf(url), handler);

  const first = await runQueue(options);
  const early = await runQueue(options);
  advance(15_000);
  server.now += 15_000;
  const late = await runQueue(options);

  expect(sent("release")).toEqual([
    { lease_token: "lease-1", submission_ids: [1], retry_after_seconds: 15 },
  ]);
  expect([first.failed, early.started, late.acked]).toEqual([1, 0, 1]);
  expect(calls.map(({ attempt, redelivered }) => [attempt, redelivered])).toEqual([
    [1, false],
    [2, true],
  ]);
});

it("counts the attempts of all hosts, and gives up for all of them", async () => {
  const { url, sent, records, world: server } = await leasingServer(1);
  const attempts: number[] = [];
  for (let host = 0; host < 3; host++) {
    const { handler, calls } = scriptedHandler(exit(1));
    const policy = { ...DEFAULT_POLICY, maxAttempts: 3 };

    await runQueue(testRun(sourceOf(url), handler, { policy }).options);

    attempts.push(...calls.map(({ attempt }) => attempt));
    server.now += 3_600_000;
  }

  expect(attempts).toEqual([1, 2, 3]);
  expect(sent("release").at(-1)).toMatchObject({ dead: true });
  expect(records).toMatchObject([{ read: false, isDead: true }]);
});

it.each([
  ["that it will not start", [1, 2, 3, 4], exit(0), "max", [2, 3, 4]],
  ["of a misconfigured handler", [1], exit(78), "misconfigured", [1]],
])("releases at once the submissions %s", async (_, ids, outcome, kind, submission_ids) => {
  const { url, sent } = await leasingServer(...ids);
  const { handler } = scriptedHandler(outcome);

  const { end } = await runQueue(testRun(sourceOf(url, { limit: 4 }), handler, { max: 1 }).options);

  expect(end.kind).toBe(kind);
  expect(sent("release")).toEqual([{ lease_token: "lease-1", submission_ids }]);
});

it("does not repeat a submission that was handled but not yet marked read", async () => {
  const { url, records } = await leasingServer(1);
  const { handler, calls } = scriptedHandler();
  const source = sourceOf(url);
  const { options, store } = testRun(source, handler);
  await store.commit([
    { ...newHandled(1), state: { kind: "handled" } },
    { ...newHandled(9), state: { kind: "retry", dueAt: 0, reason: "exit 1" } },
  ]);

  const summary = await runQueue(options);

  expect([calls, summary.acked, records[0]?.read]).toEqual([[], 1, true]);
  // A deferred submission is not leased before it is due, and must not count as gone.
  expect((await stateOf(store, 9))?.state.kind).toBe("retry");
});

it("renews the lease while a handler runs, and reports a lost lease", async () => {
  const { url, sent, records } = await leasingServer(1, 2);
  const { sleep, next } = steps();
  const lost: number[][] = [];
  let finish = () => {};
  const handler = functionHandler(() => new Promise<void>((resolve) => (finish = resolve)));
  const source = sourceOf(url, { sleep, onLost: (ids) => void lost.push([...ids]) });

  const run = runQueue(testRun(source, handler, { max: 1 }).options);
  await next();
  await until(() => sent("extend").length === 1);
  for (const one of records) one.token = "somebody else's";
  await next();
  await until(() => lost.length === 1);
  finish();
  const summary = await run;

  expect(sent("extend")[0]).toEqual({
    lease_token: "lease-1",
    lease_seconds: 300,
    submission_ids: [1],
  });
  expect([lost, summary.acked]).toEqual([[[1]], 1]);
});

it("leases no more than it can start", async () => {
  const { url, records } = await leasingServer(1, 2, 3, 4, 5);
  let most = 0;
  const handler = functionHandler(async () => {
    most = Math.max(most, records.filter(({ token, read }) => token !== undefined && !read).length);
  });

  await runQueue(testRun(sourceOf(url), handler, { max: 3 }).options);

  expect([most, records.map(({ claim_count }) => claim_count)]).toEqual([1, [1, 1, 1, 0, 0]]);
});

it("ignores a lost lease when it releases", async () => {
  const { url, records } = await leasingServer(1);
  const handler = functionHandler(async () => {
    for (const one of records) one.token = "somebody else's";
    throw new Error("no");
  });

  const summary = await runQueue(testRun(sourceOf(url), handler).options);

  expect(summary).toMatchObject({ failed: 1, end: { kind: "drained" } });
});

it.each([404, 405, 501])("reports once that the server has no claims (%i)", async (status) => {
  const { url, requests } = await serve(answering(status, { ...busy, code: "not_implemented" }));
  const { handler } = scriptedHandler();

  const summary = await runQueue(testRun(sourceOf(url), handler, { watchIntervalMs: 1 }).options);

  expect(summary.end).toMatchObject({
    kind: "source",
    error: { failure: "refused", message: expect.stringContaining(`answered ${status}`) },
  });
  expect(requests).toHaveLength(1);
});

it("reports an unknown form with the server's message", async () => {
  const problem = { error: "There is no form 3.", code: "not_found", request_id: "req_1" };
  const { url } = await serve(answering(404, problem));

  const { end } = await runQueue(
    testRun(sourceOf(url, { form_id: 3 }), scriptedHandler().handler).options,
  );

  expect(end).toMatchObject({ kind: "source", error: { message: "There is no form 3." } });
});

function newHandled(submissionId: number) {
  const counts = { generation: 1, attempts: 1, starts: 1, interruptions: 0, deferrals: 0 };
  return { submissionId, uid: String(submissionId), formId: 3, ...counts, lastOutput: "" };
}
