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
  const { port, close } = await serveOnLoopback(({ url }, response) => {
    urls.push(url);
    response.end();
  });
  onTestFinished(close);

  const targets = targetsOf({ "forward-to": address.replace("PORT", String(port)) }, options);

  expect(await targets(delivery)).toMatchObject({ forward: { kind: "answered", status: 200 } });
  expect(urls).toEqual([path]);
});

it.each(["ftp://a", "http://[", ""])("refuses %j", (address) => {
  expect(() => targetsOf({ "forward-to": address }, options)).toThrow(/not an http or https/);
});
