import { createSemaphore } from "./semaphore.ts";

it("gives out a fixed number of slots, and each freed slot to the caller that waited longest", async () => {
  const semaphore = createSemaphore(2);
  const acquired: string[] = [];
  const acquire = async (name: string) => {
    await semaphore.acquire();
    acquired.push(name);
  };
  await Promise.all([acquire("a"), acquire("b")]);
  const c = acquire("c");
  const d = acquire("d");

  expect(acquired).toEqual(["a", "b"]);

  semaphore.release();
  await c;
  expect(acquired).toEqual(["a", "b", "c"]);

  semaphore.release();
  await d;
  semaphore.release();
  semaphore.release();
  await Promise.all([acquire("e"), acquire("f")]);
  expect(acquired).toEqual(["a", "b", "c", "d", "e", "f"]);
});
