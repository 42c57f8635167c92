import { expect, it } from "vitest";
import { createTurns } from "./slots.ts";

it("gives so many turns at once, and each that ends to whoever has waited longest", async () => {
  const turns = createTurns(2);
  const had: string[] = [];
  const take = async (name: string) => {
    await turns.take();
    had.push(name);
  };
  await Promise.all([take("a"), take("b")]);
  const c = take("c");
  const d = take("d");

  expect(had).toEqual(["a", "b"]);

  turns.end();
  await c;
  expect(had).toEqual(["a", "b", "c"]);

  turns.end();
  await d;
  turns.end();
  turns.end();
  await Promise.all([take("e"), take("f")]);
  expect(had).toEqual(["a", "b", "c", "d", "e", "f"]);
});
