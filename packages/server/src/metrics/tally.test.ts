import fc from "fast-check";
import { Histogram, Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { createTally } from "./tally.ts";

const BOUNDS = [0.5, 1, 2.5];

describe("a tally", () => {
  it("says the same as the library's histogram", async () => {
    const values = fc.array(fc.oneof(fc.constantFrom(...BOUNDS), fc.integer({ min: 0, max: 4 })));
    await fc.assert(
      fc.asyncProperty(values, async (observed) => {
        const about = { name: "some_seconds", help: "Some seconds." };
        const registry = new Registry();
        const theirs = new Histogram({ ...about, buckets: BOUNDS, registers: [registry] });
        const ours = createTally({ ...about, bounds: BOUNDS });

        for (const value of observed) {
          theirs.observe(value);
          ours.observe(value);
        }

        expect(ours.text()).toBe(await registry.metrics());
      }),
    );
  });
});
