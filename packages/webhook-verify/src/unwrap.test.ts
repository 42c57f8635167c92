import { Buffer } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, it } from "vitest";
import { sign, signStandard, unwrap, unwrapAsync } from "./index.ts";
import type { HeaderSource } from "./index.ts";

const SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
const BODY = '{"form":"contact","name":"Zoë"}';
const SIGNATURE = sign(BODY, SECRET);

const EXTRA = {
  "webhook-id": "msg_1",
  "webhook-timestamp": "1735689600",
  "x-service-delivery": "dlv_1",
  "x-service-attempt": "2",
  "x-service-trigger": "intake",
};
const STANDARD = {
  ...EXTRA,
  "x-service-signature": SIGNATURE,
  "webhook-signature": signStandard({ id: "msg_1", timestamp: 1_735_689_600, body: BODY }, SECRET),
};

describe("unwrap", () => {
  it("returns the index of the secret, and the headers that no signature covers", async () => {
    const headers = { ...EXTRA, "x-service-signature": SIGNATURE };
    const options = { secrets: ["whsec_old", SECRET] };

    const delivery = unwrap(BODY, headers, options);

    expect(delivery).toMatchObject({
      secretIndex: 1,
      authenticated: undefined,
      unauthenticated: {
        webhookId: "msg_1",
        timestamp: 1_735_689_600,
        delivery: "dlv_1",
        attempt: 2,
        trigger: "intake",
      },
    });
    const { secretIndex, authenticated, unauthenticated } = await unwrapAsync(
      BODY,
      headers,
      options,
    );
    expect(delivery).toMatchObject({ secretIndex, authenticated, unauthenticated });
  });

  it("returns id and timestamp as authenticated if webhook-signature covers them", () => {
    const { authenticated, unauthenticated } = unwrap(BODY, STANDARD, { secrets: [SECRET] });

    expect(authenticated).toEqual({ webhookId: "msg_1", timestamp: 1_735_689_600 });
    expect(unauthenticated).toMatchObject({
      webhookId: undefined,
      timestamp: undefined,
      attempt: 2,
    });
  });

  it("returns them as unauthenticated if the secret has no base64 part", () => {
    const headers = { ...STANDARD, "x-service-signature": sign(BODY, "plain") };

    expect(unwrap(BODY, headers, { secrets: "plain" }).authenticated).toBeUndefined();
  });

  it.each(["0", "01", "-1", "1.5", "two", "9999999"])(
    "ignores the malformed attempt %j",
    (attempt) => {
      const headers = { "x-service-signature": SIGNATURE, "x-service-attempt": attempt };

      expect(unwrap(BODY, headers, { secrets: SECRET }).unauthenticated.attempt).toBeUndefined();
    },
  );

  it("returns the body as bytes, text and JSON", () => {
    const body = Buffer.from(`\uFEFF${BODY}`);

    const delivery = unwrap(
      body,
      { "x-service-signature": sign(body, SECRET) },
      { secrets: SECRET },
    );

    expect(Buffer.from(delivery.bytes())).toEqual(body);
    expect(delivery.text()).toBe(BODY);
    expect(delivery.json()).toEqual({ form: "contact", name: "Zoë" });
  });

  it("throws a SyntaxError from json() if the body is not JSON", () => {
    const delivery = unwrap(
      "a=1",
      { "x-service-signature": sign("a=1", SECRET) },
      { secrets: SECRET },
    );

    expect(() => delivery.json()).toThrow(SyntaxError);
  });

  const nodeHeaders: IncomingHttpHeaders = { ...STANDARD, "set-cookie": ["a", "b"] };
  it.each<[string, HeaderSource]>([
    ["Headers", new Headers(STANDARD)],
    ["Node's request.headers", nodeHeaders],
    ["any case", { "X-SERVICE-Signature": SIGNATURE, "Webhook-Id": "msg_1" }],
    ["pairs", Object.entries(STANDARD)],
    ["a Map", new Map(Object.entries(STANDARD))],
  ])("reads headers given as %s", (_kind, headers) => {
    const { authenticated, unauthenticated } = unwrap(BODY, headers, { secrets: SECRET });

    expect(authenticated?.webhookId ?? unauthenticated.webhookId).toBe("msg_1");
  });
});
