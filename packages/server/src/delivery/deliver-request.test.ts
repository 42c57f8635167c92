// The request of a delivery: its signatures and headers.
import { createHmac } from "node:crypto";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { startReceiver } from "../../../../test/harness/receiver.ts";
import { useEach } from "../../../../test/harness/use.ts";
import { useTestEgress } from "../../test/egress.ts";
import type { WebhookRequest } from "./deliver.ts";

const SECRET = "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ=";

const receiver = useEach(startReceiver);

const jsonBody = (bytes: Uint8Array) => ({ contentType: "application/json", bytes });

/** The result of a delivery, and the request that arrived. */
async function deliver(over: Partial<WebhookRequest> = {}) {
  const { post } = useTestEgress();
  const result = await post(`${receiver.url}/hook?x=1`, {
    headers: [{ name: "X-Own", value: "yes" }],
    signingSecret: SECRET,
    body: jsonBody(Buffer.from('{"a":"é"}')),
    deliveryId: 5,
    attempt: 2,
    ...over,
  });
  const [request] = receiver.received;
  if (request === undefined) throw new Error("No request arrived.");
  return { ...request, result };
}

it.each([
  ["text", Buffer.from('{"name":"Zürich"}')],
  ["binary-like bytes", Buffer.from([0, 255, 13, 10, 254, 0xef, 0xbb, 0xbf])],
])("signs %s exactly as it arrives", async (_, sent) => {
  receiver.status = 204;

  const { body, headers, path, result } = await deliver({ body: jsonBody(sent) });

  const hex = createHmac("sha256", SECRET).update(sent).digest("hex");
  expect(result).toMatchObject({ status: 204, remoteIp: "127.0.0.1" });
  expect([body.equals(sent), path]).toEqual([true, "/hook?x=1"]);
  expect(headers).toMatchObject({
    "x-service-signature": `sha256=${hex}`,
    "content-type": "application/json",
    "user-agent": "Intray/test",
    "accept-encoding": "identity",
    "x-service-delivery": "5",
    "x-service-attempt": "2",
    "x-service-trigger": "intake",
    "x-service-hops": /^[0-9a-f]{16}$/,
    "webhook-id": "msg_1_1",
    "x-own": "yes",
  });
  expect(headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
});

it.each([
  ["standardwebhooks", StandardWebhook],
  ["svix", SvixWebhook],
])("is verified by a receiver that uses %s, with either secret", async (_, Library) => {
  const next = "whsec_bmV4dC1zZWNyZXQtbmV4dC1zZWNyZXQtbmV4dC1zZWNyZXQ=";
  const sent = Buffer.from(JSON.stringify({ ort: "Zürich 東京", id: 7 }));

  const { body, headers } = await deliver({ body: jsonBody(sent), previousSecret: next });

  const verified = [SECRET, next].map((secret) =>
    new Library(secret).verify(body.toString(), headers as Record<string, string>),
  );
  expect(verified).toEqual([JSON.parse(sent.toString()), JSON.parse(sent.toString())]);
  // This header has no place for a second signature.
  const hex = createHmac("sha256", SECRET).update(sent).digest("hex");
  expect(headers["x-service-signature"]).toBe(`sha256=${hex}`);
});

it("sends these headers and no others", async () => {
  const { headers } = await deliver();

  expect(Object.keys(headers).toSorted()).toEqual([
    "accept-encoding",
    "connection",
    "content-length",
    "content-type",
    "host",
    "user-agent",
    "webhook-id",
    "webhook-signature",
    "webhook-timestamp",
    "x-own",
    "x-service-attempt",
    "x-service-delivery",
    "x-service-hops",
    "x-service-signature",
    "x-service-trigger",
  ]);
});

it("signs in a further header too, and by Standard Webhooks only with a secret of that form", async () => {
  const { headers } = await deliver({
    signingSecret: "the secret of a former service",
    signatureHeader: "X-Hub-Signature-256",
    headers: [{ name: "x-hub-signature-256", value: "forged" }],
  });

  expect(headers["x-service-signature"]).toMatch(/^sha256=[0-9a-f]{64}$/);
  expect(headers["x-hub-signature-256"]).toBe(headers["x-service-signature"]);
  expect(headers["webhook-id"]).toBe("msg_1_1");
  expect(headers).not.toHaveProperty("webhook-signature");
});

it("ignores headers of the user that have a reserved name, in any letter case", async () => {
  const { rawHeaders } = await deliver({
    headers: [
      { name: "Webhook-Id", value: "forged" },
      { name: "X-Service-SIGNATURE", value: "forged" },
      { name: "User-Agent", value: "forged" },
    ],
  });

  expect(rawHeaders).not.toContain("forged");
  expect(rawHeaders.filter((name) => name.toLowerCase() === "webhook-id")).toHaveLength(1);
});
