import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import {
  createWiring,
  testReceiverContract,
  listen,
  signed,
} from "../../test/receiver-contract.ts";
import { createReceiver } from "./fetch.ts";

testReceiverContract("fetch on a socket", ({ options, handle }) => {
  const receive = createReceiver(options, handle);
  const fetch = (request: Request) =>
    receive(request).catch((error: Error) =>
      Response.json({ error: error.message }, { status: 500 }),
    );
  return listen(createAdaptorServer({ fetch }) as Server);
});

const requestOf = (init: RequestInit) => new Request("https://receiver.test/hook", init);

it("answers body_already_read if the body was read before it", async () => {
  const { wiring, deliveries } = createWiring();
  const request = requestOf({ method: "POST", body: "{}", headers: signed("{}") });
  await request.json();

  const response = await createReceiver(wiring.options, wiring.handle)(request);

  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({
    code: "body_already_read",
    hint: expect.stringContaining("Pass the original request to the receiver") as string,
  });
  expect(deliveries).toEqual([]);
});

it("returns a Response, with status 405 to other methods than POST", async () => {
  const { wiring } = createWiring();
  const receive = createReceiver(wiring.options, wiring.handle);

  const done = await receive(requestOf({ method: "POST", body: "x", headers: signed("x") }));
  const wrong = await receive(requestOf({}));

  expect([done.status, done.body]).toEqual([204, null]);
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
});
