import { describe, expect, it, vi } from "vitest";
import { newSubmission, useFixture } from "../../../test/store-fixture.ts";
import { AppError } from "../../domain/errors.ts";
import { IDEMPOTENCY_KEY_LIFETIME_MS, requestKey } from "../../domain/account/idempotency-key.ts";
import { pruneIdempotencyKeys, runOnce } from "./idempotency-keys.ts";

const NOW = 1_000_000;

const fixture = useFixture();

const once = (text: string, run: () => Promise<unknown>, now = NOW, content = "c") =>
  fixture.db
    .transaction()
    .execute((db) =>
      runOnce(db, { ...requestKey({ scope: "account 1", key: text, content }), now }, run),
    );
const left = async () =>
  (
    await fixture.db
      .selectFrom("idempotency_key")
      .select("created_at")
      .orderBy("created_at")
      .execute()
  ).map((row) => row.created_at);

describe("a write with a key", () => {
  it("runs once, and its result is repeated unchanged", async () => {
    const run = vi.fn<() => Promise<unknown>>().mockResolvedValue({ id: 1, list: [null, "ü"] });

    const outcomes = [await once("k", run), await once("k", run), await once("l", run)];

    expect(outcomes.map(({ isRepeat }) => isRepeat)).toEqual([false, true, false]);
    expect(new Set(outcomes.map(({ result }) => JSON.stringify(result))).size).toBe(1);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("that throws stores no key", async () => {
    const refused = once("k", () => Promise.reject(new AppError("conflict", "No.")));
    await expect(refused).rejects.toThrow("No.");

    expect(await once("k", () => Promise.resolve(1))).toEqual({ result: 1, isRepeat: false });
  });

  it("with other content is rejected and does not run", async () => {
    const run = vi.fn<() => Promise<unknown>>().mockResolvedValue(1);
    await once("k", run);

    await expect(once("k", run, NOW, "other")).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("stores the mask of a secret", async () => {
    await once("k", () => Promise.resolve({ captcha: { secret: "hush", site_key: "s" } }));

    const { result } = await once("k", () => Promise.resolve(1));

    expect(result).toMatchObject({ captcha: { site_key: "s" } });
    expect(JSON.stringify(result)).not.toContain("hush");
  });
});

describe("old keys", () => {
  it("are pruned in batches, oldest first, once they are a day old", async () => {
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
});

describe("a post with a key", () => {
  const post = (n: number, over: object = {}) =>
    newSubmission(n, { key_hash: "ab".repeat(32), ...over });

  it("is stored once, with its key in the same transaction", async () => {
    const first = await fixture.accept(post(1));
    const again = await fixture.accept(post(1, { now: 9_000 }));

    expect([first.isRepeat, again.isRepeat, again.id]).toEqual([false, true, first.id]);
    expect(await left()).toEqual([2_001]);
  });

  it("stores no key if the post is rejected", async () => {
    await expect(fixture.accept(post(1, { form_id: 99 }))).rejects.toMatchObject({
      code: "not_found",
    });

    expect(await left()).toEqual([]);
  });

  it("is stored again after a day", async () => {
    const first = await fixture.accept(post(1));
    const late = await fixture.accept(post(1, { now: 2_001 + IDEMPOTENCY_KEY_LIFETIME_MS }));
    const again = await fixture.accept(post(1, { now: 3_000 + IDEMPOTENCY_KEY_LIFETIME_MS }));

    expect([late.isRepeat, again.isRepeat, again.id]).toEqual([false, true, late.id]);
    expect(late.id).toBeGreaterThan(first.id);
  });
});
