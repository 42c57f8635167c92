import { useLeases } from "../../test/leases.ts";
import { runQueue } from "./run-queue.ts";

const leases = useLeases();

it("a run needs a client and a function: it leases what is new for the consumer default", async () => {
  const { client, ids, records, sent } = await leases(3);
  const handled: string[] = [];

  const summary = await runQueue({
    client,
    handler: ({ id }, { attempt }) => void handled.push(`${id} ${attempt}`),
  });

  expect(summary).toMatchObject({ acked: 3, end: { kind: "drained" } });
  expect(handled).toEqual(ids.map((id) => `${id} 1`));
  expect((await records()).every(({ read }) => read)).toBe(true);
  const claim = { filter: "new", limit: 1, lease_seconds: 300, consumer: "default" };
  expect([sent("claim")[0], sent("release")]).toEqual([claim, []]);
});

it("a run leases as many as it can handle at once, of one form", async () => {
  const { client, form_id, sent } = await leases(1);

  await runQueue({ client, handler: () => {}, concurrency: 4, form_id, consumer: "mail" });

  expect(sent("claim")[0]).toMatchObject({ limit: 4, form_id, consumer: "mail" });
});

it("a handler gets an abort signal at its time limit, and has failed if it goes on", async () => {
  const { client, form_id, sent } = await leases(1);
  let told: AbortSignal | undefined;
  const reasons: string[] = [];

  const summary = await runQueue({
    client,
    form_id,
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
