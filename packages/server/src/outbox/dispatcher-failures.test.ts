import { useEach } from "../../../../test/harness/use.ts";
import { Outage } from "../domain/outage.ts";
import { addWebhook } from "../../test/fixture.ts";
import { hang, openBench, START } from "../../test/outbox-bench.ts";

const bench = useEach(openBench);

beforeEach(() => addWebhook(bench.fixture));

it("ends a delivery whose body cannot be rendered, and logs the reason", async () => {
  await bench.accept();
  bench.render = () => {
    throw new Error("The template nests too deep.");
  };
  await bench.start();

  await bench.allAre("exhausted");

  expect((await bench.rows())[0]).toMatchObject({ reason: "render_failed", attempts_made: 1 });
  const failed = { number: 1, outcome: "failed", error_code: "render_failed" };
  expect(await bench.log()).toEqual([failed]);
  expect(bench.attempts).toEqual([]);
});

it("records an outcome again after a failed write", async () => {
  await bench.accept(2);
  let refusals = 3;
  bench.beforeWrite = (name) => {
    if (name === "recordOutcomes" && refusals-- > 0) throw new Error("The disk is full.");
  };
  await bench.start();

  await bench.allAre("succeeded");

  expect(refusals).toBeLessThanOrEqual(0);
  expect(bench.attempts).toHaveLength(2);
  // They are counted after they are stored.
  const counted = () => bench.counted.map(({ outcome }) => outcome);
  await expect.poll(counted).toEqual(["succeeded", "succeeded"]);
  expect((await bench.rows()).map((row) => row.claims)).toEqual([1, 1]);
});

it("holds outcomes during an outage, beyond the end of their leases, and sends nothing again", async () => {
  await bench.accept(2);
  const end = START + 10 * 60_000;
  let refusals = 0;
  bench.beforeWrite = (name) => {
    if (name !== "recordOutcomes" || bench.clock.now() >= end) return;
    refusals += 1;
    throw new Outage("disk_full");
  };
  await bench.start();

  await bench.allAre("succeeded");

  expect(bench.clock.now()).toBeGreaterThanOrEqual(end);
  // Once a second for the whole batch.
  expect(refusals).toBeLessThan(2 * 600 + 10);
  expect(bench.attempts).toHaveLength(2);
  expect((await bench.rows()).map((row) => row.claims)).toEqual([1, 1]);
  expect((await bench.log()).map(({ outcome }) => outcome)).toEqual(["succeeded", "succeeded"]);
});

it("claims deliveries again at once if the answer of their claim was lost", async () => {
  await bench.accept(2);
  let losses = 1;
  bench.afterWrite = (name) => {
    if (name === "claimDeliveries" && losses-- > 0)
      throw new Outage("unreachable", { isUncertain: true });
  };
  await bench.start();

  await bench.allAre("succeeded");

  // Far less than a lease.
  expect(bench.clock.now() - START).toBeLessThan(10_000);
  expect((await bench.rows()).map((row) => row.claims)).toEqual([1, 1]);
});

it("stops during an outage without its outcomes, after five tries", async () => {
  await bench.accept();
  let refusals = 0;
  bench.beforeWrite = (name) => {
    if (name !== "recordOutcomes") return;
    refusals += 1;
    throw new Outage("disk_full");
  };
  await bench.start();
  await bench.until(() => refusals > 0);

  const stopped = bench.dispatcher().stop({ atOnce: false });
  let hasStopped = false;
  void stopped.then(() => (hasStopped = true));
  await bench.until(() => hasStopped);

  expect((await bench.rows())[0]).toMatchObject({ state: "delivering", attempts_made: 0 });
});

it("queues a delivery again, uncounted, if its body could not be stored", async () => {
  await bench.accept();
  let refusals = 1;
  bench.beforeWrite = (name) => {
    if (name === "storeDeliveryBodies" && refusals-- > 0) throw new Error("The disk is full.");
  };
  await bench.start();

  await bench.allAre("succeeded");

  expect((await bench.rows())[0]).toMatchObject({ attempts_made: 1, claims: 2 });
  expect(bench.clock.now() - START).toBeGreaterThanOrEqual(60_000);
});

it("drops an attempt whose submission is deleted meanwhile", async () => {
  await bench.accept(2);
  bench.beforeWrite = async (name) => {
    if (name === "storeDeliveryBodies")
      await bench.fixture.db.deleteFrom("submission").where("id", "=", 1).execute();
  };
  await bench.start();

  await bench.allAre("succeeded");

  expect((await bench.rows()).map((row) => row.id)).toEqual([2]);
  expect(bench.attempts.map(({ deliveryId }) => deliveryId)).toEqual([2]);
});

it("attempts a delivery that has lost three workers while nothing else is in flight", async () => {
  await bench.fixture.update("webhook", { url: "http://poison.test/" });
  await addWebhook(bench.fixture, { url: "http://works.test/" });
  await bench.accept(10);
  await bench.fixture.update("delivery", { lost_workers: 3 }, { id: [1, 3] });
  let underWay = 0;
  const crowds: number[] = [];
  bench.answer = async ({ deliveryId }) => {
    underWay += 1;
    await new Promise((resolve) => void setImmediate(resolve));
    if (deliveryId === 1 || deliveryId === 3) crowds.push(underWay);
    underWay -= 1;
    return bench.answered(200);
  };
  await bench.start();

  await bench.allAre("succeeded");

  expect(crowds).toEqual([1, 1]);
});

it("finishes the attempts in flight when it stops, and starts no more", async () => {
  await bench.accept(5);
  const finish: (() => void)[] = [];
  bench.answer = () =>
    new Promise((resolve) => void finish.push(() => resolve(bench.answered(200))));
  await bench.start();
  await bench.until(() => finish.length === 2);

  const stopped = bench.dispatcher().stop({ atOnce: false });
  for (const end of finish) end();
  await stopped;

  const states = (await bench.rows()).map((row) => row.state);
  expect(states.toSorted()).toEqual(["queued", "queued", "queued", "succeeded", "succeeded"]);
  expect(bench.attempts).toHaveLength(2);
});

it("releases claimed deliveries that were not started when it stops", async () => {
  await bench.accept(2);
  let stopped: Promise<void> | undefined;
  bench.beforeWrite = (name) => {
    if (name === "claimDeliveries") stopped ??= bench.dispatcher().stop({ atOnce: false });
  };
  await bench.start();
  await bench.until(() => stopped !== undefined);

  await stopped;

  const rows = await bench.rows();
  expect(rows.map(({ state, claims }) => `${state} ${claims}`)).toEqual(["queued 0", "queued 0"]);
  expect(bench.attempts).toEqual([]);
});

it("aborts the attempts in flight at the second stop, uncounted", async () => {
  await bench.accept();
  bench.answer = hang;
  await bench.start();
  await bench.until(() => bench.attempts.length === 1);

  const graceful = bench.dispatcher().stop({ atOnce: false });
  await bench.dispatcher().stop({ atOnce: true });
  await graceful;

  expect((await bench.rows())[0]).toMatchObject({ state: "queued", attempts_made: 0, claims: 1 });
  expect(await bench.log()).toEqual([{ number: 1, outcome: "aborted", error_code: null }]);
  expect(bench.counted).toEqual([{ outcome: "aborted", error_code: null }]);
});
