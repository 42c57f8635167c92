import type { ApiKeyList } from "@intray/sdk/schemas";
import { startApiServer } from "../../../test/api-server.ts";
import { useEach } from "../../../../../test/harness/use.ts";
import { followEvents } from "../../../test/event-reader.ts";
import type { SkippingClock } from "../../../test/fake-clock.ts";
import { createFakeClock, createSkippingClock } from "../../../test/fake-clock.ts";
import { toWallMs } from "../../platform/clock.ts";
import { createKeyExpiry } from "./expired-keys.ts";

const START = Date.parse("2026-11-23T12:00:00Z");
const HOUR_MS = 3_600_000;
type Created = { readonly id: number; readonly key: string; readonly expires_at: string };

describe("whether a key has expired", () => {
  const key = { id: 7, expires_at: START + HOUR_MS };

  it("is decided by the millisecond", () => {
    const clock = createFakeClock(START);
    const keyExpiry = createKeyExpiry(clock);
    const before = (clock.advance(HOUR_MS - 1), keyExpiry.hasExpired(key));
    clock.advance(1);

    expect([before, keyExpiry.hasExpired(key)]).toEqual([false, true]);
    expect(keyExpiry.hasExpired({ id: 8, expires_at: null })).toBe(false);
  });

  it("does not change when the clock is set back after the expiry was seen", () => {
    const clock = createFakeClock(START);
    const keyExpiry = createKeyExpiry(clock);
    clock.stepWall(2 * HOUR_MS);
    const ahead = keyExpiry.hasExpired(key);
    clock.stepWall(-2 * HOUR_MS);

    expect([ahead, keyExpiry.hasExpired(key)]).toEqual([true, true]);
    expect(keyExpiry.hasExpired({ ...key, id: 8 })).toBe(false);
  });

  it("counts the time that has passed while the clock was set back", () => {
    const clock = createFakeClock(START);
    const keyExpiry = createKeyExpiry(clock);
    clock.advance(HOUR_MS / 2);
    clock.stepWall(-40 * HOUR_MS);
    const before = keyExpiry.hasExpired(key);
    clock.advance(HOUR_MS / 2);

    expect([before, keyExpiry.hasExpired(key)]).toEqual([false, true]);
  });
});

describe("a key that expires", () => {
  let clock: SkippingClock;
  let stepMs: number;
  const server = useEach(() => {
    clock = createSkippingClock();
    stepMs = 0;
    return startApiServer({}, { ...clock, now: () => toWallMs(clock.now() + stepMs) });
  });
  const guest = { kind: "account", name: "Guest", expires_in: 3600 };
  const create = () => server.create<Created>("/api_keys", guest);

  it("is rejected from then on with its own code and the time", async () => {
    const { key, expires_at } = await create();
    const before = await server.read("/me", key);
    clock.skip(HOUR_MS);
    const after = await server.request("GET", "/me", { key });

    expect(before).toMatchObject({ key_name: "Guest", scope: "write", expires_at });
    expect([after.status, after.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(after.json()).toMatchObject({
      code: "key_expired",
      error: `The API key "Guest" expired at ${expires_at}. Create a new key, or use another one.`,
    });
    expect(await server.read("/me")).toMatchObject({ expires_at: null });
  });

  it("ends its event streams, without further events", async () => {
    const { key } = await create();
    const reader = await followEvents(server, { key });
    const form = await server.create<{ uuid: string }>("/forms", { name: "Contact" });
    clock.skip(HOUR_MS);
    await server.post(form.uuid, { name: "Ada" });

    expect(await reader.rest()).toEqual([]);
  });

  it("ends an event stream on which nothing happens", async () => {
    const { key } = await create();
    const reader = await followEvents(server, { key });
    clock.skip(HOUR_MS);

    expect(await reader.rest()).toEqual([]);
  });

  it("is still listed, and can be revoked", async () => {
    const { id, key } = await create();
    clock.skip(HOUR_MS);
    const { api_keys } = await server.read<ApiKeyList>("/api_keys");
    const revoked = await server.request("DELETE", `/api_keys/${id}`);

    expect(api_keys.find((one) => one.id === id)?.name).toBe("Guest");
    expect(revoked.status).toBe(200);
    expect(await server.read("/me", key)).toMatchObject({ code: "unauthenticated" });
  });
});
