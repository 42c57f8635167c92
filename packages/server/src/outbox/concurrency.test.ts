import { createFakeClock } from "../../test/fake-clock.ts";
import { type DestinationConcurrency, createConcurrency } from "./concurrency.ts";

const free = (concurrency: DestinationConcurrency, destination: number) =>
  concurrency.loadOf()[destination]?.free;

/** Leases, sends and finishes `count` deliveries, one after the other. */
async function finish(
  concurrency: DestinationConcurrency,
  destination: number,
  isSuccess: boolean,
  count = 1,
): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    concurrency.leased(destination);
    await concurrency.takeSlot(destination);
    concurrency.freeSlot(destination, isSuccess);
    concurrency.attemptEnded(destination);
    concurrency.leaseEnded(destination);
  }
}

it("grows with success, and leases four times the limit ahead", async () => {
  const concurrency = createConcurrency(128, createFakeClock(0));

  const seen = [];
  for (let n = 0; n < 5; n += 1) {
    concurrency.leased(1);
    await concurrency.takeSlot(1);
    seen.push(free(concurrency, 1));
    concurrency.freeSlot(1, true);
    concurrency.attemptEnded(1);
    concurrency.leaseEnded(1);
  }

  expect(seen).toEqual([1, 19, 39, 79, 79]);
});

it("lets as many again be claimed while outcomes are being recorded", async () => {
  const concurrency = createConcurrency(128, createFakeClock(0));
  await finish(concurrency, 1, true, 3);
  const seen = [];
  for (let batch = 0; batch < 3; batch += 1) {
    const claimed = free(concurrency, 1) ?? 0;
    seen.push(claimed);
    for (let n = 0; n < claimed; n += 1) {
      concurrency.leased(1);
      await concurrency.takeSlot(1);
      concurrency.freeSlot(1, true);
      concurrency.attemptEnded(1);
    }
  }

  expect(seen).toEqual([80, 80, 0]);
  for (let n = 0; n < 80; n += 1) concurrency.leaseEnded(1);
  expect(free(concurrency, 1)).toBe(80);
});

it("limits a failing destination to one attempt, with none leased ahead", async () => {
  const concurrency = createConcurrency(128, createFakeClock(0));
  await finish(concurrency, 1, true, 3);

  await finish(concurrency, 1, false, 5);
  concurrency.leased(1);

  expect(free(concurrency, 1)).toBe(0);
});

it("shares what can be leased ahead among the active destinations", async () => {
  const concurrency = createConcurrency(64, createFakeClock(0));
  for (const destination of [1, 2, 3, 4, 5]) await finish(concurrency, destination, true, 3);
  for (const destination of [1, 2, 3, 4, 5]) concurrency.leased(destination);

  expect([1, 2, 3, 4, 5].map((destination) => free(concurrency, destination))).toEqual([
    15, 15, 15, 15, 15,
  ]);
});

it("gives out slots in the order of claims, up to the limit", async () => {
  const concurrency = createConcurrency(128, createFakeClock(0));
  const sent: number[] = [];
  for (const n of [1, 2, 3, 4]) {
    concurrency.leased(1);
    void concurrency.takeSlot(1).then((maySend) => maySend && sent.push(n));
  }
  await Promise.resolve();
  expect(sent).toEqual([1, 2]);

  concurrency.freeSlot(1, false);
  await Promise.resolve();
  expect(sent).toEqual([1, 2]);

  concurrency.freeSlot(1, true);
  await Promise.resolve();
  expect(sent).toEqual([1, 2, 3, 4]);
});

it("gives out no slot once the process stops", async () => {
  const concurrency = createConcurrency(128, createFakeClock(0));
  const slots = [1, 2, 3].map(() => concurrency.takeSlot(1));

  concurrency.stop();

  expect(await Promise.all(slots)).toEqual([true, true, false]);
  expect(await concurrency.takeSlot(2)).toBe(false);
});

it("reports a destination as at its limit until an offer leaves a slot free", async () => {
  const concurrency = createConcurrency(128, createFakeClock(0));
  concurrency.leased(7);
  expect(concurrency.atLimit()).toEqual([]);
  concurrency.leased(7);
  expect(concurrency.atLimit()).toEqual([7]);
  await concurrency.takeSlot(7);
  concurrency.freeSlot(7, true);
  concurrency.attemptEnded(7);
  concurrency.leaseEnded(7);
  expect(concurrency.atLimit()).toEqual([7]);
  concurrency.offered();
  expect(concurrency.atLimit()).toEqual([]);
});

it("keeps reporting it while every freed slot is taken again", async () => {
  const concurrency = createConcurrency(128, createFakeClock(0));
  await finish(concurrency, 7, false); // the limit falls from 2 to 1
  for (let n = 0; n < 3; n++) {
    concurrency.leased(7);
    concurrency.offered();
    expect(concurrency.atLimit()).toEqual([7]);
    await concurrency.takeSlot(7);
    concurrency.freeSlot(7, false);
    concurrency.attemptEnded(7);
    concurrency.leaseEnded(7);
    expect(concurrency.atLimit()).toEqual([7]);
  }
});

it("drops the entry of an idle destination with the initial limit", async () => {
  const concurrency = createConcurrency(128, createFakeClock(0));
  await finish(concurrency, 7, false);
  await finish(concurrency, 7, true); // and rises to 2 again

  concurrency.offered();

  expect(concurrency.loadOf()).toEqual({});
});

it("forgets a destination that was idle for a minute", async () => {
  const clock = createFakeClock(0);
  const concurrency = createConcurrency(128, clock);
  await finish(concurrency, 1, true, 3);
  await finish(concurrency, 2, false);
  concurrency.leased(3);

  clock.advance(59_999);
  concurrency.offered();
  const before = Object.keys(concurrency.loadOf());
  clock.advance(1);
  concurrency.offered();

  expect(before).toEqual(["1", "2", "3"]);
  expect(Object.keys(concurrency.loadOf())).toEqual(["3"]);
});
