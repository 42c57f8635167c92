import { once } from "node:events";
import fastify from "fastify";
import {
  createWiring,
  testReadBodies,
  testReceiverContract,
  post,
  signed,
} from "../../test/receiver-contract.ts";
import type { Wiring } from "../../test/receiver-contract.ts";
import { createReceiver } from "./fastify.ts";

function appOf({ options, handle }: Wiring) {
  const app = fastify({ forceCloseConnections: true });
  app.register(createReceiver({ ...options, path: "/hook" }, handle));
  app.post("/parsed", (request, reply) => reply.send({ body: request.body }));
  return app;
}

async function serve(app: ReturnType<typeof appOf>) {
  onTestFinished(() => app.close());
  return `${await app.listen({ port: 0, host: "127.0.0.1" })}/hook`;
}

testReceiverContract("Fastify", (wiring) => serve(appOf(wiring)), {
  message: "the database is down",
});

it("does not change the parsers of other routes", async () => {
  const url = await serve(appOf(createWiring().wiring));

  const json = { "content-type": "application/json" };
  const answer = await post(url.replace("/hook", "/parsed"), '{"a":1}', json);

  expect(answer).toEqual({ status: 200, body: { body: { a: 1 } } });
});

testReadBodies([
  {
    name: "a hook that reads the body",
    advice: "let no preParsing or onRequest hook",
    start: (wiring) => {
      const app = appOf(wiring);
      app.addHook("onRequest", async ({ raw }) => {
        raw.resume();
        await once(raw, "end");
      });
      return serve(app);
    },
  },
]);

it("works with inject and under a prefix", async () => {
  const { wiring, deliveries } = createWiring();
  const app = fastify();
  const receiver = createReceiver({ ...wiring.options, path: "/hook" }, wiring.handle);
  app.register(receiver, { prefix: "/in" });
  const request = { method: "POST", url: "/in/hook", payload: "x", headers: signed("x") } as const;

  const { statusCode } = await app.inject(request);
  await app.close();

  expect(statusCode).toBe(204);
  expect(deliveries).toHaveLength(1);
});
