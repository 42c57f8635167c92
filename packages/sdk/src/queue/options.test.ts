import { clientOf } from "../../test/faulty-server.ts";
import { leasingServer } from "../../test/leasing-server.ts";
import { runQueue } from "./run-queue.ts";

it("a run needs a client and a function: it leases what is new for the consumer default", async () => {
  const { url, records, sent } = await leasingServer(1, 2, 3);
  const { client } = clientOf(url);
  const handled: string[] = [];

  const summary = await runQueue({
    client,
    handler: ({ id }, { attempt }) => void handled.push(`${id} ${attempt}`),
  });

  expect(summary).toMatchObject({ acked: 3, end: { kind: "drained" } });
  expect([records.every(({ read }) => read), handled]).toEqual([true, ["1 1", "2 1", "3 1"]]);
  const claim = { filter: "new", limit: 1, lease_seconds: 300, consumer: "default" };
  expect([sent("claim")[0], sent("release")]).toEqual([claim, []]);
});

it("a run leases as many as it can handle at once, of one form", async () => {
  const { url, sent } = await leasingServer(1);
  const { client } = clientOf(url);

  await runQueue({ client, handler: () => {}, concurrency: 4, form_id: 7, consumer: "mail" });

  expect(sent("claim")[0]).toMatchObject({ limit: 4, form_id: 7, consumer: "mail" });
});

it("a handler gets an abort signal at its time limit, and has failed if it goes on", async () => {
  const { url, sent } = await leasingServer(1);
  const { client } = clientOf(url);
  let told: AbortSignal | undefined;
  const reasons: string[] = [];

  const summary = await runQueue({
    client,
    handler: (_submission, _delivery, signal) => {
      told = signal;
      return new Promise(() => {});
    },
    handlerTimeoutMs: 1,
    onEvent: (event) => event.kind === "retry" && reasons.push(event.reason),
  });

  expect(told?.aborted).toBe(true);
  expect(summary).toMatchObject({ acked: 0, failed: 1 });
  expect(reasons).toEqual(["timed out after 0.001 s"]);
  expect(sent("release")).toHaveLength(1);
});
