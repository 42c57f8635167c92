import { createPasswordTurns, inTurn, createTurns } from "./password-turns.ts";

it("strangers wait for one another in a short line, and known browsers do not wait for them", async () => {
  const turns = createPasswordTurns();
  let running = 0;
  let finishFirst = () => {};
  const held = new Promise<void>((resolve) => (finishFirst = resolve));
  const check = async () => {
    running += 1;
    await held;
  };

  const strangers = Array.from({ length: 21 }, () => inTurn(turns, "strangers", check));

  expect(running).toBe(1);
  await expect(inTurn(turns, "strangers", check)).rejects.toMatchObject({
    code: "overloaded",
    headers: { "Retry-After": "2" },
  });
  expect(await inTurn(turns, "known", () => Promise.resolve("at once"))).toBe("at once");
  finishFirst();
  await Promise.all(strangers);
  expect(running).toBe(21);
});

it("runs so many at once, lets so many wait in order, and refuses the rest", async () => {
  const turns = createTurns({ atOnce: 2, maxWaiting: 2 });
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const work = (n: number) => () =>
    new Promise<number>((resolve) => {
      started.push(n);
      finish.push(() => resolve(n));
    });

  const taken = [1, 2, 3, 4, 5].map((n) => turns.take(work(n)));

  expect(taken.map((one) => one !== undefined)).toEqual([true, true, true, true, false]);
  await Promise.resolve();
  expect(started).toEqual([1, 2]);
  finish[1]?.();
  expect([await taken[1], started]).toEqual([2, [1, 2, 3]]);
  expect(turns.take(work(6))).toBeDefined();
  expect(turns.take(work(7))).toBeUndefined();
});

it("gives the turn of work that fails to the next", async () => {
  const turns = createTurns({ atOnce: 1, maxWaiting: 1 });
  const failed = turns.take(() => Promise.reject(new Error("failed")));
  const next = turns.take(() => Promise.resolve("done"));

  await expect(failed).rejects.toThrow("failed");
  expect(await next).toBe("done");
});
