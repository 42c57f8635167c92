import { createAdaptorServer } from "@hono/node-server";
import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import {
  createWiring,
  testReceiverContract,
  listen,
  post,
  signed,
  type Wiring,
} from "../../test/receiver-contract.ts";
import type { Server } from "node:http";
import { createReceiver } from "./hono.ts";

function appOf({ options, handle }: Wiring, ...before: MiddlewareHandler[]) {
  const app = new Hono();
  for (const middleware of before) app.use(middleware);
  app.post("/hook", createReceiver(options, handle));
  app.onError((error, context) => context.json({ error: error.message }, 500));
  return app;
}

const serve = (app: Hono) => listen(createAdaptorServer({ fetch: app.fetch }) as Server);

testReceiverContract("Hono", (wiring) => serve(appOf(wiring)));
testReceiverContract("Hono behind bodyLimit", (wiring) =>
  serve(appOf(wiring, bodyLimit({ maxSize: 10_000_000 }))),
);

it.each<[string, MiddlewareHandler]>([
  ["json", async (context, next) => (await context.req.json(), next())],
  ["text", async (context, next) => (await context.req.text(), next())],
  ["arrayBuffer", async (context, next) => (await context.req.arrayBuffer(), next())],
  ["raw.json", async (context, next) => (await context.req.raw.json(), next())],
])("answers body_already_read after c.req.%s(), on a socket and without", async (_name, before) => {
  const { wiring, deliveries, rejections } = createWiring();
  const app = appOf(wiring, before);
  const url = await serve(app);

  const answer = await post(url, "{}", signed("{}"));
  const init = { method: "POST", body: "{}", headers: signed("{}") };
  const direct = await app.request("/hook", init);

  expect(answer).toMatchObject({
    status: 500,
    body: { code: "body_already_read", hint: /no middleware before the receiver/ },
  });
  expect([direct.status, rejections]).toEqual([500, ["body_already_read", "body_already_read"]]);
  expect(deliveries).toEqual([]);
});
