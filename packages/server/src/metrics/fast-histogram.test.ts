import fc from "fast-check";
import { Histogram, Registry } from "prom-client";
import { createFastHistogram } from "./metrics.ts";

const BOUNDS = [0.5, 1, 2.5];

it("has the same output as the library's histogram", async () => {
  const values = fc.array(fc.oneof(fc.constantFrom(...BOUNDS), fc.integer({ min: 0, max: 4 })));
  await fc.assert(
    fc.asyncProperty(values, async (observed) => {
      const about = { name: "some_seconds", help: "Some seconds." };
      const registry = new Registry();
      const expected = new Histogram({ ...about, buckets: BOUNDS, registers: [registry] });
      const histogram = createFastHistogram({ ...about, bounds: BOUNDS });

      for (const value of observed) {
        expected.observe(value);
        histogram.observe(value);
      }

      expect(histogram.text()).toBe(await registry.metrics());
    }),
  );
});
