import { Buffer } from "node:buffer";
import { createWiring, signed, type Wiring } from "../../test/receiver-contract.ts";
import { createReceiver } from "./lambda.ts";

const BODY = Buffer.from('{"name":"Zoë"}\n');

const receive = ({ options, handle }: Wiring, event: ReturnType<typeof httpApiEvent>) =>
  createReceiver(options, handle)(event);

/** An event of payload format 2.0, as an HTTP API sends it. */
const httpApiEvent = (body: string | undefined, headers: Record<string, string>) => ({
  version: "2.0",
  routeKey: "POST /hook",
  rawPath: "/hook",
  rawQueryString: "",
  headers: { "content-type": "application/json", host: "api.receiver.test", ...headers },
  requestContext: {
    accountId: "123456789012",
    apiId: "api",
    http: { method: "POST", path: "/hook", protocol: "HTTP/1.1", sourceIp: "192.0.2.1" },
    stage: "$default",
    timeEpoch: 1_735_689_600_000,
  },
  ...(body === undefined ? {} : { body }),
  isBase64Encoded: false,
});

/** The event of a function URL: without a route, and with a base64 body. */
function functionUrlEvent(body: Uint8Array, headers: Record<string, string>) {
  const event = httpApiEvent(Buffer.from(body).toString("base64"), headers);
  return { ...event, routeKey: "$default", isBase64Encoded: true };
}

it("decodes text bodies and base64 bodies", async () => {
  const { wiring, deliveries } = createWiring();
  const binary = Uint8Array.of(0xef, 0xbb, 0xbf, 0xff, 0x00, 0xc3);

  const text = await receive(wiring, httpApiEvent(BODY.toString(), signed(BODY)));
  const base64 = await receive(wiring, functionUrlEvent(binary, signed(binary)));

  const done = { statusCode: 204, headers: {}, body: "" };
  expect([text, base64]).toEqual([done, done]);
  expect(deliveries.map((one) => Buffer.from(one.bytes()))).toEqual([BODY, Buffer.from(binary)]);
});

it("accepts an event without a body as empty, and header names in any case", async () => {
  const { wiring, deliveries } = createWiring();
  const headers = { "X-Service-Signature": signed("")["x-service-signature"] ?? "" };

  const { statusCode } = await receive(wiring, httpApiEvent(undefined, headers));

  expect(statusCode).toBe(204);
  expect(deliveries).toHaveLength(1);
});

it("passes the event to secrets and handler", async () => {
  const { wiring, contexts } = createWiring();
  const event = functionUrlEvent(BODY, signed(BODY));

  await receive(wiring, event);

  expect(contexts).toEqual([event, event]);
});

const joined = `${signed(BODY)["x-service-signature"]},${signed(BODY)["x-service-signature"]}`;
it.each([
  [401, "signature_mismatch", functionUrlEvent(Buffer.from("other"), signed(BODY))],
  [401, "signature_missing", functionUrlEvent(BODY, {})],
  [400, "signature_duplicated", functionUrlEvent(BODY, { "x-service-signature": joined })],
  [413, "body_too_large", functionUrlEvent(Buffer.alloc(100_001), signed(BODY))],
  [413, "body_too_large", httpApiEvent("x".repeat(100_001), signed(BODY))],
  [500, "body_already_read", { ...functionUrlEvent(BODY, signed(BODY)), body: { name: "Zoë" } }],
])("answers %i with the code %s", async (statusCode, code, event) => {
  const { wiring, deliveries, rejections } = createWiring();

  const result = await receive(wiring, event as ReturnType<typeof httpApiEvent>);

  expect(result).toMatchObject({ statusCode, headers: { "content-type": "application/json" } });
  expect(JSON.parse(result.body)).toMatchObject({ code });
  expect([rejections, deliveries]).toEqual([[code], []]);
});

it("answers 405 to other methods than POST", async () => {
  const { wiring } = createWiring();
  const event = httpApiEvent(undefined, {});
  const http = { ...event.requestContext.http, method: "GET" };

  const { statusCode } = await receive(wiring, {
    ...event,
    requestContext: { ...event.requestContext, http },
  });

  expect(statusCode).toBe(405);
});

it("rejects with the error of the handler, so that the platform answers 5xx", async () => {
  const { wiring, failures } = createWiring();
  failures.push(new Error("the database is down"));

  const answer = receive(wiring, functionUrlEvent(BODY, signed(BODY)));

  await expect(answer).rejects.toThrow("the database is down");
});
