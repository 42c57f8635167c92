import { buffer } from "node:stream/consumers";
import { once } from "node:events";
import { Agent, createServer, request as openRequest } from "node:http";
import {
  createWiring,
  testReadBodies,
  testReceiverContract,
  listen,
  post,
  signed,
} from "../../test/receiver-contract.ts";
import { createReceiver } from "./node-http.ts";

const silent = { onError: () => undefined };

testReceiverContract(
  "node:http",
  ({ options, handle }) => listen(createServer(createReceiver({ ...options, ...silent }, handle))),
  { code: "handler_failed" },
);

testReadBodies([
  {
    name: "a function that reads the body",
    advice: "a body parser must not run first",
    start: ({ options, handle }) => {
      const receiver = createReceiver(options, handle);
      return listen(
        createServer(async (request, response) => {
          await buffer(request);
          receiver(request, response);
        }),
      );
    },
  },
]);

it("uses the bytes that a platform has stored as rawBody, up to the limit", async () => {
  const { wiring, deliveries } = createWiring();
  const receiver = createReceiver(wiring.options, wiring.handle);
  const url = await listen(
    createServer(async (request, response) => {
      const rawBody = await buffer(request);
      receiver(Object.assign(request, { rawBody, body: { parsed: true } }), response);
    }),
  );

  const accepted = await post(url, "x", signed("x"));
  const long = "x".repeat(100_001);
  const rejected = await post(url, long, signed(long));

  expect([accepted.status, rejected.status]).toEqual([204, 413]);
  expect(deliveries.map((one) => one.text())).toEqual(["x"]);
});

it("passes errors of the handler to onError", async () => {
  const errors: unknown[] = [];
  const { wiring, failures } = createWiring();
  const onError = (error: unknown) => errors.push(error);
  const receiver = createReceiver({ ...wiring.options, onError }, wiring.handle);
  const url = await listen(createServer(receiver));
  const failure = new Error("the database is down");
  failures.push(failure);

  await post(url, "x", signed("x"));

  expect(errors).toEqual([failure]);
});

it("reads a rejected body to its end, so that the sender can finish sending it", async () => {
  const { wiring } = createWiring();
  const url = await listen(createServer(createReceiver(wiring.options, wiring.handle)));
  const agent = new Agent({ keepAlive: true });
  const upload = openRequest(url, { method: "POST", headers: signed("x"), agent });
  upload.on("response", (response) => response.resume());

  upload.write("x"); // without a Content-Length, so that the limit is found while reading
  upload.end(new Uint8Array(32 * 1024 * 1024)); // more than socket buffers hold
  await Promise.all([once(upload, "response"), once(upload, "finish")]);
  agent.destroy();

  expect(upload.writableFinished).toBe(true);
});

it("passes the error of an aborted request to onError, and continues to accept requests", async () => {
  const reported = Promise.withResolvers<unknown>();
  const { wiring, deliveries } = createWiring();
  const options = { ...wiring.options, onError: reported.resolve };
  const url = await listen(createServer(createReceiver(options, wiring.handle)));
  const upload = openRequest(url, {
    method: "POST",
    headers: { ...signed("half of it"), "content-length": "10", expect: "100-continue" },
  });
  upload.on("error", () => undefined);
  upload.flushHeaders();
  await once(upload, "continue"); // the receiver has the request
  upload.write("half", () => upload.destroy());

  expect(await reported.promise).toMatchObject({ code: "ECONNRESET" });
  expect((await post(url, "x", signed("x"))).status).toBe(204);
  expect(deliveries).toHaveLength(1);
});
