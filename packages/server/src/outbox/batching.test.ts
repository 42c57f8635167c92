import { createBatching } from "./attempt.ts";

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

it("writes the items of one event-loop turn together and returns each its own result", async () => {
  const batches: (readonly number[])[] = [];
  const double = createBatching(async (items: readonly number[]) => {
    batches.push(items);
    return items.map((item) => 2 * item);
  });

  const first = [double(1), double(2)];
  await turn();
  const later = double(3);

  expect(await Promise.all([...first, later])).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2], [3]]);
});

it("writes the items separately if the batch fails, so that only the bad one fails", async () => {
  const batches: (readonly number[])[] = [];
  const write = createBatching(async (items: readonly number[]) => {
    batches.push(items);
    if (items.includes(2)) throw new Error("two");
    return items;
  });

  const results = await Promise.allSettled([1, 2, 3].map(write));

  expect(results).toMatchObject([{ value: 1 }, { reason: { message: "two" } }, { value: 3 }]);
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
});
