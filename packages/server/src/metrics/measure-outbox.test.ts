import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { parseScrape } from "../../test/scrape.ts";
import { measureOutbox } from "./measure-outbox.ts";

describe("the gauges of the outbox", () => {
  it("are read with the metrics, and absent if they cannot be read", async () => {
    const registry = new Registry();
    const waits = [61_500, undefined, 0];
    measureOutbox(registry, {
      leased: () => 3,
      openCircuits: () => 2,
      oldestDueMs: async () => {
        const ms = waits.shift();
        if (ms === undefined) throw new Error("The database does not respond.");
        return ms;
      },
    });
    const read = async () => Object.fromEntries(parseScrape(await registry.metrics()).values);

    const scrapes = [await read(), await read(), await read()];

    expect(scrapes).toEqual([
      {
        intray_deliveries_leased: 3,
        intray_delivery_circuits_open: 2,
        intray_delivery_oldest_due_seconds: 61.5,
      },
      { intray_deliveries_leased: 3, intray_delivery_circuits_open: 2 },
      {
        intray_deliveries_leased: 3,
        intray_delivery_circuits_open: 2,
        intray_delivery_oldest_due_seconds: 0,
      },
    ]);
  });
});
