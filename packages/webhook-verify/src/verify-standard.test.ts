import { Buffer } from "node:buffer";
import {
  createReplayMemory,
  signStandard,
  verifyStandard,
  WebhookVerificationError,
} from "./index.ts";
import type { ReplayStore, SignedAttempt, StandardOptions } from "./index.ts";
import { flippedTexts } from "../test/flip-bit.ts";

const KEY = Uint8Array.from({ length: 32 }, (_, byte) => byte);
const SECRET = `whsec_${Buffer.from(KEY).toString("base64")}`;
const BODY = Buffer.from('{"form":"contact","name":"Zoë"}');
const TIME = 1_735_689_600;
const now = () => TIME * 1_000;

const signed = (body: Uint8Array = BODY, timestamp = TIME, secret = SECRET) => ({
  "webhook-id": "msg_1",
  "webhook-timestamp": String(timestamp),
  "webhook-signature": signStandard({ id: "msg_1", timestamp, body }, secret),
});

/** The error of verifyStandard. Fails the test if the handler was called. */
async function errorOf(body: unknown, headers: unknown, options: unknown) {
  let calls = 0;
  const run = verifyStandard(body as string, headers as Headers, options as StandardOptions, () => {
    calls += 1;
  });
  const error: unknown = await run.catch((reason: unknown) => reason);
  expect(calls).toBe(0);
  if (!(error instanceof WebhookVerificationError))
    throw new Error("verifyStandard did not reject.", { cause: error });
  return error;
}

describe("verifyStandard", () => {
  it("calls the handler with an authenticated delivery and returns its result", async () => {
    const headers = { ...signed(), "x-service-attempt": "2", "x-service-delivery": "9" };
    const options = { secrets: ["whsec_b3RoZXI=", SECRET], now };

    const result = await verifyStandard(BODY, headers, options, (delivery) => {
      expect(delivery).toMatchObject({
        secretIndex: 1,
        authenticated: { webhookId: "msg_1", timestamp: TIME },
        unauthenticated: { webhookId: undefined, timestamp: undefined, attempt: 2, delivery: "9" },
      });
      return delivery.json();
    });

    expect(result).toEqual({ form: "contact", name: "Zoë" });
  });

  it("requires a handler, so that its Promise is not used as a condition", () => {
    expectTypeOf(verifyStandard).parameter(3).toBeFunction();
    expectTypeOf<Parameters<typeof verifyStandard>>().toHaveProperty("length").toEqualTypeOf<4>();
  });

  const given = { secrets: SECRET, now };
  const { "webhook-id": _id, ...withoutId } = signed();
  it.each([
    ["headers_unreadable", 400, BODY, null, given],
    ["body_not_raw", 400, { form: "contact" }, signed(), given],
    ["secret_blank", 401, BODY, signed(), { secrets: " ", now }],
    ["standard_signature_missing", 401, BODY, {}, given],
    ["standard_headers_malformed", 400, BODY, withoutId, given],
    ["standard_signature_mismatch", 401, BODY, signed(), { secrets: "plain", now }],
    ["timestamp_outside_tolerance", 401, BODY, signed(BODY, TIME - 301), given],
    ["timestamp_outside_tolerance", 401, BODY, signed(), { ...given, toleranceSeconds: NaN }],
    ["timestamp_outside_tolerance", 401, BODY, signed(), { ...given, toleranceSeconds: -1 }],
  ])("rejects with %s and status %i", async (code, status, body, headers, options) => {
    expect(await errorOf(body, headers, options)).toMatchObject({ code, status });
  });

  it.each([
    ["padded_secret", BODY, `"${SECRET}"`],
    ["cut_secret", BODY, SECRET.slice("whsec_".length)],
    ["trailing_newline", `${BODY.toString()}\n`, SECRET],
    ["reserialised_body", JSON.stringify(JSON.parse(BODY.toString()), null, 2), SECRET],
    ["wrong_secret", "other", SECRET],
  ])("finds the mistake %s", async (mistake, body, secrets) => {
    const error = await errorOf(body, signed(), { secrets, now });

    expect(error).toMatchObject({ code: "standard_signature_mismatch", mistake });
  });

  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
  it.each(names)("rejects a %s with any one bit flipped", async (name) => {
    for (const other of flippedTexts(signed()[name])) {
      const { code } = await errorOf(BODY, { ...signed(), [name]: other }, given);

      expect(code).toMatch(/^standard_(headers_malformed|signature_mismatch)$/);
    }
  });
});

describe("the replay store", () => {
  it("rejects an attempt that was handled, and accepts the next attempt of the same delivery", async () => {
    const options = { secrets: SECRET, now, store: createReplayMemory(now) };
    const handle = () => "handled";

    expect(await verifyStandard(BODY, signed(), options, handle)).toBe("handled");
    const error = await errorOf(BODY, signed(), options);
    const next = signed(BODY, TIME + 20);

    expect(error).toMatchObject({ code: "webhook_replayed", status: 409 });
    expect(await verifyStandard(BODY, next, options, handle)).toBe("handled");
  });

  it("rejects a copy of an attempt that is being handled", async () => {
    const options = { secrets: SECRET, now, store: createReplayMemory(now) };
    const work = Promise.withResolvers<string>();
    const started = Promise.withResolvers<void>();
    const first = verifyStandard(BODY, signed(), options, () => {
      started.resolve();
      return work.promise;
    });
    await started.promise;

    const second = await errorOf(BODY, signed(), options);
    work.resolve("handled");

    expect([second.code, await first]).toEqual(["webhook_replayed", "handled"]);
  });

  it("is read before the handler and written after it, with the time of expiry", async () => {
    const calls: (string | SignedAttempt)[] = [];
    const store: ReplayStore = {
      has: async (attempt) => (calls.push("has", attempt), false),
      add: async (attempt) => calls.push("add", attempt),
    };
    const attempt = { webhookId: "msg_1", timestamp: TIME, forgetAt: TIME + 300 };

    await verifyStandard(BODY, signed(), { secrets: SECRET, now, store }, () =>
      calls.push("handled"),
    );

    expect(calls).toEqual(["has", attempt, "handled", "add", attempt]);
  });

  it("fails the delivery if it throws, and accepts it once it works again", async () => {
    let isBroken = true;
    const store: ReplayStore = {
      has: () => {
        if (isBroken) throw new Error("the cache is down");
        return false;
      },
      add: () => undefined,
    };
    const options = { secrets: SECRET, now, store };

    await expect(verifyStandard(BODY, signed(), options, () => "handled")).rejects.toThrow(
      "is down",
    );
    isBroken = false;

    expect(await verifyStandard(BODY, signed(), options, () => "handled")).toBe("handled");
  });

  it("in memory deletes attempts that have expired", () => {
    let seconds = TIME;
    const store = createReplayMemory(() => seconds * 1_000);
    const old = { webhookId: "old", timestamp: TIME, forgetAt: TIME + 300 };
    const young = { webhookId: "young", timestamp: TIME + 301, forgetAt: TIME + 601 };

    store.add(old);
    expect(store.has(old)).toBe(true);
    seconds = TIME + 301;
    store.add(young);

    expect([store.has(old), store.has(young)]).toEqual([false, true]);
  });
});
