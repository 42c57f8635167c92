import { createServer } from "node:http";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import {
  createWiring,
  testReadBodies,
  testReceiverContract,
  listen,
  post,
  signed,
  type Wiring,
} from "../../test/receiver-contract.ts";
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

testReadBodies(
  [
    { name: "express.json()", parser: express.json(), type: "application/json", body: '{"a": 1}' },
    {
      name: "express.urlencoded()",
      parser: express.urlencoded(),
      type: "application/x-www-form-urlencoded",
    },
    { name: "express.text()", parser: express.text() },
  ].map(({ parser, ...reader }) => ({
    ...reader,
    advice: "before app.use(express.json())",
    start: (wiring) => serve(wiring, parser),
  })),
);

it("accepts a request that the parser before it did not read", async () => {
  const { wiring, deliveries } = createWiring();
  const url = await serve(wiring, express.json());

  const type = "application/x-www-form-urlencoded";
  const { status } = await post(url, "a=1", { ...signed("a=1"), "content-type": type });

  expect(status).toBe(204);
  expect(deliveries).toHaveLength(1);
});
