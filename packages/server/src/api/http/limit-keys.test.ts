import { useApiServer } from "../../../test/api-server.ts";

const server = useApiServer({ INTRAY_KEY_RATE_LIMIT: "5" });

const statuses = async (times: number, key: string | null) => {
  const seen: number[] = [];
  for (let n = 0; n < times; n++) seen.push((await server.request("GET", "/me", { key })).status);
  return seen;
};

it("answers 429 to an unknown key after 60 attempts from one address, but not to a valid key", async () => {
  const form = await server.create<{ key: string }>("/api_keys", { kind: "form", form_id: 1 });

  const guesses = await statuses(61, "guess");
  const without = await statuses(1, null);
  const valid = await statuses(1, form.key);

  expect(guesses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 401));
  expect([guesses[60], ...without, ...valid]).toEqual([429, 401, 200]);
});

it("answers 429 to a key that is used more often than allowed, and says for how long", async () => {
  const own = await server.create<{ key: string }>("/api_keys", { kind: "account", name: "Sync" });

  const seen = await statuses(6, own.key);
  const answer = await server.request("GET", "/me", { key: own.key });

  expect(seen).toEqual([200, 200, 200, 200, 200, 429]);
  expect(answer.json()).toMatchObject({
    code: "rate_limited",
    error: /"Sync".*INTRAY_KEY_RATE_LIMIT/,
  });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});
