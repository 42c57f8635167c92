import { expect, it } from "vitest";
import { createPasswordTurns, inTurn } from "./password-turns.ts";

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
