import { text } from "node:stream/consumers";
import { busy, clientOf, openClient, serve } from "../test/faulty-server.ts";

it.each([
  [404, "api"],
  [416, "api"],
  [302, "redirect"],
])("fail with %i as %s", async (status, kind) => {
  const { client } = await openClient((_, response) => {
    response.writeHead(status, { location: "/x" }).end(JSON.stringify(busy));
  });

  await expect(client.attachments.download(4)).rejects.toMatchObject({ kind });
});

it("are requested again until the stream begins", async () => {
  const { client, waits } = await openClient((request, response, before) => {
    if (before === 0) request.socket.resetAndDestroy();
    else if (before === 1) response.writeHead(502).end("<h1>502</h1>");
    else response.end("bytes");
  });

  const { body } = await client.attachments.download(4);

  expect([await text(body), waits]).toEqual(["bytes", [500, 1_000]]);
});

it("may take longer than the deadline once the stream has begun", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { url } = await serve((_, response) => {
    response.write("by");
    go = () => response.end("tes");
  });
  let go: () => unknown = () => undefined;
  const { client } = clientOf(url, { timeoutMs: 2_000 });
  const { body } = await client.attachments.download(4);
  const chunks = body[Symbol.asyncIterator]();

  const first: unknown = (await chunks.next()).value;
  vi.advanceTimersByTime(1_500);
  go();
  const second: unknown = (await chunks.next()).value;
  vi.advanceTimersByTime(1_500);

  expect([String(first), String(second), (await chunks.next()).done]).toEqual(["by", "tes", true]);
});

it("fail when the server never responds, and when the caller aborts", async () => {
  const { client } = await openClient(() => undefined, { maxRetries: 0 });

  await expect(client.attachments.download(4, { timeoutMs: 50 })).rejects.toMatchObject({
    kind: "timeout",
    timeoutMs: 50,
  });
  await expect(
    client.attachments.download(4, { signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ kind: "aborted" });
});

it("report an error response that breaks off as a connection error", async () => {
  const { client } = await openClient((request, response) => {
    response.writeHead(404, { "content-length": "100" });
    response.write("{", () => request.socket.resetAndDestroy());
  });

  await expect(client.attachments.download(4)).rejects.toMatchObject({ kind: "connection" });
});
