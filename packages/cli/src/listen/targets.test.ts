import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { startProxy } from "../../../sdk/test/proxy.ts";
import { openRoute } from "../outgoing.ts";
import { targetsOf } from "./targets.ts";
import { serveOnLoopback } from "../../../../test/harness/loopback.ts";

const options = { send: openRoute({}), userAgent: "test", signal: new AbortController().signal };
const delivery = {
  submissionId: 1,
  logId: null,
  contentType: "text/plain",
  body: Buffer.from("x"),
  headers: [],
};

it.each([
  ["http://localhost:PORT/hook", "/hook"],
  ["localhost:PORT/hook", "/hook"],
  ["PORT/hook", "/hook"],
  [":PORT", "/"],
  ["PORT", "/"],
])("forwards to %s", async (address, path) => {
  const urls: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    urls.push(url);
    response.end();
  });
  server.listen(0);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;

  const targets = targetsOf({ "forward-to": address.replace("PORT", String(port)) }, options);

  expect(await targets(delivery)).toMatchObject({ forward: { kind: "answered", status: 200 } });
  expect(urls).toEqual([path]);
});

it("forwards to another machine through the proxy", async () => {
  const server = await serveOnLoopback((_, response) => response.end());
  onTestFinished(server.close);
  const proxy = await startProxy(server);
  const send = openRoute({ proxy: proxy.url });

  const targets = targetsOf({ "forward-to": "http://staging.test/hook" }, { ...options, send });

  expect(await targets(delivery)).toMatchObject({ forward: { kind: "answered", status: 200 } });
  expect(proxy.requests).toEqual(["POST http://staging.test/hook"]);
});

it.each(["ftp://a", "http://[", ""])("refuses %j", (address) => {
  expect(() => targetsOf({ "forward-to": address }, options)).toThrow(/not an http or https/);
});
