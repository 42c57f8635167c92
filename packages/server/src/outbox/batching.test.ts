import { expect, it } from "vitest";
import { createBatching } from "./batching.ts";

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

it("writes what comes in one turn at once, and gives each its own result", async () => {
  const groups: (readonly number[])[] = [];
  const double = createBatching(async (items: readonly number[]) => {
    groups.push(items);
    return items.map((item) => 2 * item);
  });

  const first = [double(1), double(2)];
  await turn();
  const later = double(3);

  expect(await Promise.all([...first, later])).toEqual([2, 4, 6]);
  expect(groups).toEqual([[1, 2], [3]]);
});

it("writes each by itself when they fail together, so that only the guilty one fails", async () => {
  const groups: (readonly number[])[] = [];
  const write = createBatching(async (items: readonly number[]) => {
    groups.push(items);
    if (items.includes(2)) throw new Error("two");
    return items;
  });

  const results = await Promise.allSettled([1, 2, 3].map(write));

  expect(results).toMatchObject([{ value: 1 }, { reason: { message: "two" } }, { value: 3 }]);
  expect(groups).toEqual([[1, 2, 3], [1], [2], [3]]);
});
