import { getHeapStatistics } from "node:v8";
import { releaseMemory } from "./memory.ts";

it("releases memory that is no longer referenced", async () => {
  let texts: string[] | undefined = Array.from({ length: 400_000 }, (_, n) => `number ${n}`);
  const before = getHeapStatistics().used_heap_size;
  expect(texts).toHaveLength(400_000);
  texts = undefined;

  await releaseMemory();

  expect(before - getHeapStatistics().used_heap_size).toBeGreaterThan(5_000_000);
});
