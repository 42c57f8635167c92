import { serve, until } from "../../test/faulty-server.ts";
import { UndiciConnection } from "./connection.ts";

function receive(url: string, signal = new AbortController().signal) {
  const connection = new UndiciConnection({}, () => undefined);
  onTestFinished(() => connection.close());
  const silence = { headersTimeoutMs: 5_000, bodyTimeoutMs: 5_000 };
  return connection.exchange(url, {
    method: "GET",
    headers: {},
    body: undefined,
    signal,
    ...silence,
  });
}

it("reads a body into a buffer of its own, after an informational response", async () => {
  const { url } = await serve((_, response) => {
    response.writeEarlyHints({ link: "</a>; rel=preload" });
    response.writeHead(201).write("abc", () => void response.end("def"));
  });

  const { status, bytes } = await receive(url);

  expect([status, Buffer.from(bytes).toString(), bytes.buffer.byteLength]).toEqual([
    201,
    "abcdef",
    6,
  ]);
});

it("ends a redirect without reading its body", async () => {
  const { url, sockets } = await serve((_, response) => {
    response.writeHead(302, { location: "/elsewhere" }).write("a");
  });

  await expect(receive(url)).rejects.toThrow("/elsewhere");

  await until(() => sockets.size === 0);
});

it("ends with the signal's reason, before the request as in the body, and leaves no connection", async () => {
  const { url, sockets } = await serve((_, response) => {
    response.writeHead(200).write("a", () => reading.abort(new Error("enough")));
  });
  const reading = new AbortController();

  await expect(receive(url, AbortSignal.abort(new Error("no")))).rejects.toThrow("no");
  await expect(receive(url, reading.signal)).rejects.toThrow("enough");

  await until(() => sockets.size === 0);
});
