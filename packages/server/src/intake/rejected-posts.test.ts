import { createFakeClock } from "../../test/fake-clock.ts";
import { AppError } from "../domain/errors.ts";
import { silentLog } from "../platform/log.ts";
import { createRejectedPostCounter } from "./rejected-posts.ts";

function open() {
  const clock = createFakeClock(0);
  const asked: number[][] = [];
  const fails: Error[] = [];
  async function recordRejectedPosts({ posts }: { readonly posts: readonly { count: number }[] }) {
    asked.push(posts.map(({ count }) => count));
    const error = fails.pop();
    if (error !== undefined) throw error;
  }
  const store = { writes: { recordRejectedPosts } };
  const counter = createRejectedPostCounter({ store, clock, log: silentLog });
  const count = (id: number) =>
    counter.count(new AppError("forbidden", "No."), { form: { id }, headers: {} });
  async function write(): Promise<void> {
    const before = asked.length;
    clock.advance(5_000);
    await expect.poll(() => asked.length).toBe(before + 1);
  }
  return { count, write, asked, fails, stop: () => counter.stop() };
}

it("keeps counts for a database that fails, but not if they may have been written", async () => {
  const { count, write, asked, fails, stop } = open();

  fails.push(new AppError("overloaded", "", { isUncertain: true }), new Error("no database"));
  count(1);
  await write();
  count(1);
  await write();
  count(1);
  await stop();

  expect(asked).toEqual([[1], [2], [1]]);
});

it("writes a flood of posts once in five seconds, and bounds the forms that it remembers", async () => {
  const { count, write, asked } = open();

  for (let n = 0; n < 10_000; n += 1) count(n % 1_000);
  await write();
  count(999);
  await write();

  expect(asked).toEqual([Array.from({ length: 500 }, () => 10), [1]]);
});
