// The option `fetch`, with Node's own fetch and a server whose faults are chosen.
import { clientOf, serve } from "../../test/faulty-server.ts";
import type { Fetch } from "../options.ts";

const nodeFetch: Fetch = (url, init) => fetch(url, init);
const ME = JSON.stringify({ kind: "account", key_name: "cron" });

it("retries a connection that breaks, before and after the head", async () => {
  const { url } = await serve((_, response, n) => {
    if (n === 0) return response.destroy();
    if (n > 1) return response.end(ME);
    response.writeHead(200, { "content-length": "100" }).write("{");
    return setImmediate(() => response.destroy());
  });
  const { client, waits } = clientOf(url, { fetch: nodeFetch });

  expect(await client.me()).toMatchObject({ key_name: "cron" });
  expect(waits).toHaveLength(2);
});

it("reports an unreachable server with the code of the system", async () => {
  const { url, stop } = await serve((_, response) => response.end());
  stop();
  const { client } = clientOf(url, { fetch: nodeFetch, maxRetries: 0 });

  await expect(client.me()).rejects.toMatchObject({ kind: "connection", code: "ECONNREFUSED" });
});

it("knows the redirect of a browser, which hides its status", async () => {
  const opaque = Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });
  const { client } = clientOf("http://127.0.0.1:1", { fetch: async () => opaque });

  await expect(client.me()).rejects.toMatchObject({ kind: "redirect", location: undefined });
});

const wrong = [{ proxy: "http://proxy.test:1" }, { ca: "PEM" }];
it.each(wrong)("rejects an option of undici beside it: %j", (option) => {
  expect(() => clientOf("http://127.0.0.1:1", { fetch: nodeFetch, ...option })).toThrow(
    /has no effect with fetch/,
  );
});
