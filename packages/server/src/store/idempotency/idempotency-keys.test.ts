import { newSubmission, useFixture } from "../../../test/fixture.ts";
import { AppError } from "../../domain/errors.ts";
import { IDEMPOTENCY_KEY_LIFETIME_MS, requestKey } from "../../domain/account/idempotency-key.ts";
import { pruneIdempotencyKeys, runOnce } from "./idempotency-keys.ts";

const NOW = 1_000_000;

const fixture = useFixture();

const once = (text: string, run: () => Promise<unknown>, now = NOW) =>
  fixture.transact((db) =>
    runOnce(
      db,
      { ...requestKey({ scope: "account 1", key: text, content: "c" }), now },
      run,
      fixture.box,
    ),
  );
const left = async () =>
  (await fixture.rows("idempotency_key", ["created_at"])).map((row) => row.created_at);

it("a write with a key that throws stores no key", async () => {
  const refused = once("k", () => Promise.reject(new AppError("conflict", "No.")));
  await expect(refused).rejects.toThrow("No.");

  expect(await once("k", () => Promise.resolve(1))).toEqual({ result: 1, isRepeat: false });
});

it("old keys are pruned in batches, oldest first, once they are a day old", async () => {
  for (const [n, at] of [5, 3, 1, 4, 2].entries()) {
    await once(`k${n}`, () => Promise.resolve(1), at);
  }
  const prune = (now: number) => pruneIdempotencyKeys(fixture.db, { now, limit: 2 });

  expect(await prune(IDEMPOTENCY_KEY_LIFETIME_MS)).toBe(0);
  expect(await prune(IDEMPOTENCY_KEY_LIFETIME_MS + 3)).toBe(2);
  expect(await left()).toEqual([3, 4, 5]);
  expect(await prune(IDEMPOTENCY_KEY_LIFETIME_MS + 3)).toBe(1);
  expect(await left()).toEqual([4, 5]);
});

it("a post with a key stores no key if the post is rejected", async () => {
  await expect(
    fixture.accept(newSubmission(1, { key_hash: "ab".repeat(32), form_id: 99 })),
  ).rejects.toMatchObject({ code: "not_found" });

  expect(await left()).toEqual([]);
});
