import { Agent } from "undici";
import { serve, until } from "../../test/faulty-server.ts";
import { receiveWhole } from "./connection.ts";

const never = new AbortController().signal;

function receive(origin: string, { signal = never, method = "GET" } = {}) {
  const agent = new Agent();
  onTestFinished(() => agent.destroy());
  return receiveWhole(agent, { origin, path: "/", method }, signal, () => undefined);
}

it.each([
  ["with a content length", { "content-length": "6" }],
  ["in chunks", {}],
])("reads a body %s into a buffer of its own", async (_, headers) => {
  const { url } = await serve((_request, response) => {
    response.writeHead(201, headers).write("abc", () => void response.end("def"));
  });

  const { status, bytes } = await receive(url);

  expect([status, bytes.toString(), bytes.buffer.byteLength]).toEqual([201, "abcdef", 6]);
});

it("ignores the content length of a response to HEAD", async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(200, { "content-length": "1000" }).end();
  });

  const { bytes } = await receive(url, { method: "HEAD" });

  expect(bytes).toHaveLength(0);
});

it("reserves no memory for a declared length alone", async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(200, { "content-length": String(2 ** 50) });
    response.write("a", () => void response.destroy());
  });

  await expect(receive(url)).rejects.toThrow("other side closed");
});

it("continues after an informational response", async () => {
  const { url } = await serve((_, response) => {
    response.writeEarlyHints({ link: "</a>; rel=preload" });
    response.end("whole");
  });

  const { status, bytes } = await receive(url);

  expect([status, bytes.toString()]).toEqual([200, "whole"]);
});

it("ends with the signal's reason, before the request as in the body, and leaves no connection", async () => {
  const { url, sockets } = await serve((_, response) => {
    response.writeHead(200).write("a", () => reading.abort(new Error("enough")));
  });
  const reading = new AbortController();

  await expect(receive(url, { signal: AbortSignal.abort(new Error("no")) })).rejects.toThrow("no");
  await expect(receive(url, { signal: reading.signal })).rejects.toThrow("enough");

  await until(() => sockets.size === 0);
});
