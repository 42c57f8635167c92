import { cacheKeys } from "./hmac.ts";

it("makes each key once and evicts the oldest of more than 256", () => {
  const made: string[] = [];
  const keyOf = cacheKeys((secret) => {
    made.push(secret);
    return { secret };
  });

  for (let n = 0; n < 257; n += 1) keyOf(String(n));
  keyOf("256");
  keyOf("1");
  keyOf("0");

  expect(made.slice(0, 257)).toEqual(Array.from({ length: 257 }, (_, n) => String(n)));
  expect(made.slice(257)).toEqual(["0"]);
});
