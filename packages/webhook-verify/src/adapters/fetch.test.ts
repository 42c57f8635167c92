import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { describe, expect, it } from "vitest";
import { createWiring, holdsContract, listen, signed } from "../../test/receiver-contract.ts";
import { createReceiver as createFetchReceiver } from "./fetch.ts";
import { createReceiver as createNextReceiver } from "./next.ts";

describe.each([
  ["fetch", createFetchReceiver, "Give the receiver the request itself"],
  ["Next", createNextReceiver, "Export the receiver itself as POST"],
])("%s", (name, createReceiver, advice) => {
  holdsContract(`${name} on a socket`, ({ options, handle }) => {
    const receive = createReceiver(options, handle);
    const fetch = (request: Request) =>
      receive(request).catch(() => new Response(null, { status: 500 }));
    return listen(createAdaptorServer({ fetch }) as Server);
  });

  const requestOf = (init: RequestInit) => new Request("https://receiver.test/hook", init);

  it("says so when the body was read before it", async () => {
    const { wiring, deliveries } = createWiring();
    const request = requestOf({ method: "POST", body: "{}", headers: signed("{}") });
    await request.json();

    const response = await createReceiver(wiring.options, wiring.handle)(request);

    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      code: "body_already_read",
      hint: expect.stringContaining(advice) as string,
    });
    expect(deliveries).toEqual([]);
  });

  it("rejects with what the handler throws", async () => {
    const { wiring, failures } = createWiring();
    failures.push(new Error("the database is away"));
    const request = requestOf({ method: "POST", body: "x", headers: signed("x") });

    const answer = createReceiver(wiring.options, wiring.handle)(request);

    await expect(answer).rejects.toThrow("the database is away");
  });

  it("answers a plain Response, 405 to what is no POST", async () => {
    const { wiring } = createWiring();
    const receive = createReceiver(wiring.options, wiring.handle);

    const done = await receive(requestOf({ method: "POST", body: "x", headers: signed("x") }));
    const wrong = await receive(requestOf({}));

    expect([done.status, done.body]).toEqual([204, null]);
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
