import { once } from "node:events";
import { allClosed, clientOf, serve, until, openClient, answering } from "../test/faulty-server.ts";

const STREAM = { "content-type": "text/event-stream" };

const silent = () => serve((_, response) => void response.writeHead(200, STREAM).write(": hi\n\n"));

it("ends at once when the caller's signal fires, and closes the connection", async () => {
  const { url, sockets, requests } = await silent();
  const { client } = clientOf(url);
  const stop = new AbortController();
  const next = client.events.follow({}, { signal: stop.signal }).next();
  await until(() => requests.length === 1);
  const gone = allClosed(sockets);

  stop.abort();

  await expect(next).rejects.toMatchObject({ kind: "aborted" });
  await gone;
});

const ways = ["return", "close", "destroy"] as const;
it.each(ways)("ends at once by %s while an event is awaited, without an error", async (how) => {
  const { url, sockets, requests } = await silent();
  const { client } = clientOf(url);
  const events = client.events.follow();
  const next = events.next();
  await until(() => requests.length === 1);
  const gone = allClosed(sockets);

  await (how === "return" ? events.return() : client[how]());

  expect(await next).toEqual({ done: true, value: undefined });
  await gone;
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

it("ends during the wait before a reconnect", async () => {
  const stop = new AbortController();
  const { client } = await openClient(answering(503), {
    sleep: (_, signal) => once(signal, "abort").then(() => undefined),
  });
  const onRetry = () => setImmediate(() => stop.abort());

  const next = client.events.follow({}, { signal: stop.signal, onRetry }).next();

  await expect(next).rejects.toMatchObject({ kind: "aborted" });
});

it("fails with a usage error after the client was closed", async () => {
  const { client } = clientOf("http://127.0.0.1:9");
  await client.close();

  await expect(client.events.follow().next()).rejects.toMatchObject({ kind: "usage" });
});
