import { describe, expect, it } from "vitest";
import { type WebhookConcurrency, createConcurrency } from "./concurrency.ts";

const free = (caps: WebhookConcurrency, webhook: number) => caps.loadOf()[webhook]?.free;

/** Holds and ends `count` attempts, one after the other. */
async function ended(caps: WebhookConcurrency, webhook: number, isSuccess: boolean, count = 1): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    caps.hold(webhook);
    await caps.turn(webhook);
    caps.release(webhook, isSuccess);
    caps.end(webhook);
    caps.drop(webhook);
  }
}

describe("caps", () => {
  it("let a webhook that succeeds have more at once, and prepare four times as much", async () => {
    const caps = createConcurrency(128);

    const seen = [];
    for (let n = 0; n < 5; n += 1) {
      caps.hold(1);
      await caps.turn(1);
      seen.push(free(caps, 1));
      caps.release(1, true);
      caps.end(1);
      caps.drop(1);
    }

    expect(seen).toEqual([1, 19, 39, 79, 79]);
  });

  it("let more be claimed while what has ended is written down, up to as much again", async () => {
    const caps = createConcurrency(128);
    await ended(caps, 1, true, 3);
    const seen = [];
    for (let batch = 0; batch < 3; batch += 1) {
      const claimed = free(caps, 1) ?? 0;
      seen.push(claimed);
      for (let n = 0; n < claimed; n += 1) {
        caps.hold(1);
        await caps.turn(1);
        caps.release(1, true);
        caps.end(1);
      }
    }

    expect(seen).toEqual([80, 80, 0]);
    for (let n = 0; n < 80; n += 1) caps.drop(1);
    expect(free(caps, 1)).toBe(80);
  });

  it("give a webhook that fails one at a time, and nothing ahead", async () => {
    const caps = createConcurrency(128);
    await ended(caps, 1, true, 3);

    await ended(caps, 1, false, 5);
    caps.hold(1);

    expect(free(caps, 1)).toBe(0);
  });

  it("let nobody prepare ahead of what all could have under way", async () => {
    const caps = createConcurrency(64);
    for (const webhook of [1, 2, 3, 4, 5]) await ended(caps, webhook, true, 3);
    for (const webhook of [1, 2, 3, 4, 5]) caps.hold(webhook);

    expect([1, 2, 3, 4, 5].map((webhook) => free(caps, webhook))).toEqual([15, 15, 15, 15, 15]);
  });

  it("begin in the order of claims, as many as the cap allows", async () => {
    const caps = createConcurrency(128);
    const begun: number[] = [];
    for (const n of [1, 2, 3, 4]) {
      caps.hold(1);
      void caps.turn(1).then((mayBegin) => mayBegin && begun.push(n));
    }
    await Promise.resolve();
    expect(begun).toEqual([1, 2]);

    caps.release(1, false);
    await Promise.resolve();
    expect(begun).toEqual([1, 2]);

    caps.release(1, true);
    await Promise.resolve();
    expect(begun).toEqual([1, 2, 3, 4]);
  });

  it("send away who waits when the process stops, and who comes later", async () => {
    const caps = createConcurrency(128);
    const turns = [1, 2, 3].map(() => caps.turn(1));

    caps.stop();

    expect(await Promise.all(turns)).toEqual([true, true, false]);
    expect(await caps.turn(2)).toBe(false);
  });

  it("are full from the last that may begin until less is taken than may be", async () => {
    const caps = createConcurrency(128);
    caps.hold(7);
    expect(caps.full()).toEqual([]);
    caps.hold(7);
    expect(caps.full()).toEqual([7]);
    await caps.turn(7);
    caps.release(7, true);
    caps.end(7);
    caps.drop(7);
    expect(caps.full()).toEqual([7]);
    caps.offered();
    expect(caps.full()).toEqual([]);
  });

  it("stay full while each free slot is taken at once", async () => {
    const caps = createConcurrency(128);
    await ended(caps, 7, false); // from two to one
    for (let n = 0; n < 3; n++) {
      caps.hold(7);
      caps.offered();
      expect(caps.full()).toEqual([7]);
      await caps.turn(7);
      caps.release(7, false);
      caps.end(7);
      caps.drop(7);
      expect(caps.full()).toEqual([7]);
    }
  });

  it("forget a webhook that is back at the start", async () => {
    const caps = createConcurrency(128);
    await ended(caps, 7, false);
    await ended(caps, 7, true); // at two again

    caps.offered();

    expect(caps.loadOf()).toEqual({});
  });
});
