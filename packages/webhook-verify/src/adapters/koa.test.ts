import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import Koa, { type Middleware } from "koa";
import {
  createWiring,
  testReadBodies,
  testReceiverContract,
  listen,
  signed,
  type Wiring,
} from "../../test/receiver-contract.ts";
import { createReceiver } from "./koa.ts";

function serve({ options, handle }: Wiring, ...before: Middleware[]) {
  const app = new Koa();
  app.silent = true;
  for (const middleware of before) app.use(middleware);
  app.use(createReceiver(options, handle));
  return listen(createServer(app.callback()));
}

testReceiverContract("Koa", (wiring) => serve(wiring));

const parser: Middleware = async (context, next) => {
  Object.assign(context.request, { body: String(await buffer(context.req)) });
  await next();
};
testReadBodies([
  {
    name: "a body parser",
    advice: "before the body parser",
    start: (wiring) => serve(wiring, parser),
  },
]);

it("answers 405 with a JSON body to other methods than POST", async () => {
  const { wiring } = createWiring();
  const url = await serve(wiring);

  const response = await fetch(url);
  const body = await response.json();

  expect(response.status).toBe(405);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(body).toEqual({ error: "Send webhooks with POST.", code: "method_not_allowed" });
});

it("passes errors of the handler to Koa", async () => {
  const { wiring, failures } = createWiring();
  const caught: unknown[] = [];
  const url = await serve(wiring, async (context, next) => {
    await next().catch((error: unknown) => caught.push(error));
    context.status = 503;
  });
  const failure = new Error("the database is down");
  failures.push(failure);

  const response = await fetch(url, { method: "POST", body: "x", headers: signed("x") });
  await response.body?.cancel();

  expect([response.status, caught]).toEqual([503, [failure]]);
});
