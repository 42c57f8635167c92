import { backoffMs } from "./transition.ts";

it.each([
  { failures: 1, ceiling: 30_000 },
  { failures: 2, ceiling: 60_000 },
  { failures: 5, ceiling: 480_000 },
  { failures: 8, ceiling: 3_600_000 },
  { failures: 5_000, ceiling: 3_600_000 },
])("backoffMs stays below $ceiling ms after failure $failures", ({ failures, ceiling }) => {
  expect([backoffMs(failures, 0), backoffMs(failures, 0.5)]).toEqual([0, ceiling / 2]);
  expect(backoffMs(failures, 0.999_999_999)).toBe(ceiling - 1);
});
