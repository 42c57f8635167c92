import { createServer } from "node:http";
import express from "express";
import type { ErrorRequestHandler, RequestHandler } from "express";
import { expect, it } from "vitest";
import {
  createWiring,
  testReceiverContract,
  listen,
  post,
  signed,
} from "../../test/receiver-contract.ts";
import type { Wiring } from "../../test/receiver-contract.ts";
import { createReceiver } from "./express.ts";

const onFailure: ErrorRequestHandler = (error: Error, _request, response, _next) => {
  response.status(500).json({ error: error.message });
};

function serve({ options, handle }: Wiring, ...before: RequestHandler[]) {
  const app = express();
  if (before.length > 0) app.use(...before);
  app.post("/hook", createReceiver(options, handle));
  app.use(onFailure);
  return listen(createServer(app));
}

testReceiverContract("Express", (wiring) => serve(wiring));
testReceiverContract("Express behind express.raw()", (wiring) =>
  serve(wiring, express.raw({ type: () => true, limit: "16mb" })),
);

it.each([
  ["express.json()", express.json(), "application/json", '{"a": 1}'],
  ["express.urlencoded()", express.urlencoded(), "application/x-www-form-urlencoded", "a=1"],
  ["express.text()", express.text(), "text/plain", "text"],
])("answers body_already_read if %s ran before it", async (_name, parser, type, body) => {
  const { wiring, deliveries, rejections } = createWiring();
  const { url, close } = await serve(wiring, parser);

  const answer = await post(url, body, { ...signed(body), "content-type": type });
  await close();

  expect(answer).toMatchObject({
    status: 500,
    body: {
      code: "body_already_read",
      hint: expect.stringContaining("before app.use(express.json())") as string,
    },
  });
  expect(rejections).toEqual(["body_already_read"]);
  expect(deliveries).toEqual([]);
});

it("accepts a request that the parser before it did not read", async () => {
  const { wiring, deliveries } = createWiring();
  const { url, close } = await serve(wiring, express.json());

  const { status } = await post(url, "a=1", {
    ...signed("a=1"),
    "content-type": "application/x-www-form-urlencoded",
  });
  await close();

  expect(status).toBe(204);
  expect(deliveries).toHaveLength(1);
});

it("passes errors of the handler to Express", async () => {
  const { wiring, failures } = createWiring();
  const { url, close } = await serve(wiring);
  failures.push(new Error("the database is down"));

  const answer = await post(url, "x", signed("x"));
  await close();

  expect(answer).toEqual({ status: 500, body: { error: "the database is down" } });
});
