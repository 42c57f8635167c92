import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import Koa, { type Middleware } from "koa";
import {
  createWiring,
  testReadBodies,
  testReceiverContract,
  listen,
  type Wiring,
} from "../../test/receiver-contract.ts";
import { createReceiver } from "./koa.ts";

const onFailure: Middleware = async (context, next) => {
  await next().catch(({ message }: Error) => {
    Object.assign(context, { status: 500, body: { error: message } });
  });
};

function serve({ options, handle }: Wiring, ...before: Middleware[]) {
  const app = new Koa();
  for (const middleware of [onFailure, ...before]) app.use(middleware);
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
