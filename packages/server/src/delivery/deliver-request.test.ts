// The request of a delivery: its signatures and headers.
import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { createDeliveryHarness } from "../../test/delivery-harness.ts";
import type { WebhookRequest } from "./deliver.ts";

const SECRET = "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ=";

const harness = createDeliveryHarness();
afterEach(() => harness.close());

const jsonBody = (bytes: Uint8Array) => ({ contentType: "application/json", bytes });

const deliverTo = (url: string, over: Partial<WebhookRequest> = {}) =>
  harness.open().post(url, {
    headers: [{ name: "X-Own", value: "yes" }],
    signingSecret: SECRET,
    body: jsonBody(Buffer.from('{"a":"é"}')),
    deliveryId: 5,
    attempt: 2,
    ...over,
  });

it.each([
  ["text", Buffer.from('{"name":"Zürich"}')],
  ["binary-like bytes", Buffer.from([0, 255, 13, 10, 254, 0xef, 0xbb, 0xbf])],
])("signs %s exactly as it arrives", async (_, body) => {
  let got: { body: Buffer; headers: IncomingHttpHeaders } | undefined;
  const port = await harness.receive(async (request, answer) => {
    got = { body: await buffer(request), headers: request.headers };
    answer.writeHead(204).end();
  });

  const result = await deliverTo(`http://127.0.0.1:${port}/hook?x=1`, { body: jsonBody(body) });

  const hex = createHmac("sha256", SECRET).update(body).digest("hex");
  expect(result).toMatchObject({ status: 204, remoteIp: "127.0.0.1" });
  expect(got?.body.equals(body)).toBe(true);
  expect(got?.headers).toMatchObject({
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
  expect(got?.headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
});

it.each([
  ["standardwebhooks", StandardWebhook],
  ["svix", SvixWebhook],
])("is verified by a receiver that uses %s, with either secret", async (_, Library) => {
  const next = "whsec_bmV4dC1zZWNyZXQtbmV4dC1zZWNyZXQtbmV4dC1zZWNyZXQ=";
  const body = Buffer.from(JSON.stringify({ ort: "Zürich 東京", id: 7 }));
  const verified: unknown[] = [];
  let signature: unknown;
  const port = await harness.receive(async (request, answer) => {
    signature = request.headers["x-service-signature"];
    const text = (await buffer(request)).toString("utf8");
    for (const secret of [SECRET, next]) {
      verified.push(new Library(secret).verify(text, request.headers as Record<string, string>));
    }
    answer.end();
  });

  const sent = await deliverTo(`http://127.0.0.1:${port}/`, {
    body: jsonBody(body),
    previousSecret: next,
  });

  expect(sent).toMatchObject({ status: 200 });
  expect(verified).toEqual([JSON.parse(body.toString()), JSON.parse(body.toString())]);
  // This header has no place for a second signature.
  expect(signature).toBe(`sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`);
});

it("sends these headers and no others", async () => {
  let names: string[] = [];
  const port = await harness.receive((request, answer) => {
    names = Object.keys(request.headers).toSorted();
    answer.end();
  });

  await deliverTo(`http://127.0.0.1:${port}/`);

  expect(names).toEqual([
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

it("ignores headers of the user that have a reserved name, in any letter case", async () => {
  let raw: string[] = [];
  const port = await harness.receive((request, answer) => {
    raw = request.rawHeaders;
    answer.end();
  });

  await deliverTo(`http://127.0.0.1:${port}/`, {
    headers: [
      { name: "Webhook-Id", value: "forged" },
      { name: "X-Service-SIGNATURE", value: "forged" },
      { name: "User-Agent", value: "forged" },
    ],
  });

  expect(raw).not.toContain("forged");
  expect(raw.filter((name) => name.toLowerCase() === "webhook-id")).toHaveLength(1);
});
