import { busy, clientOf, openClient, serve, answering } from "../test/faulty-server.ts";
import type { Retry } from "./options.ts";

it("retries a GET after 0.5, 1 and 2 s, and returns the final response", async () => {
  const { client, waits, requests } = await openClient((_, response, before) => {
    response.writeHead(before < 3 ? 503 : 200).end(JSON.stringify({ kind: "account" }));
  });

  expect([await client.me(), waits]).toEqual([{ kind: "account" }, [500, 1_000, 2_000]]);
  expect(requests).toHaveLength(4);
});

it("gives up after maxRetries with the last error response", async () => {
  const { url, requests } = await serve(answering(500));
  const { client } = clientOf(url, { maxRetries: 1 });

  await expect(client.me()).rejects.toMatchObject({ kind: "api", status: 500, code: busy.code });
  expect(requests).toHaveLength(2);
});

it("waits for Retry-After", async () => {
  const { client, waits } = await openClient((_, response, before) => {
    response.writeHead(before === 0 ? 429 : 200, { "retry-after": "7" }).end("{}");
  });

  await client.me();

  expect(waits).toEqual([7_000]);
});

it("fails at once when Retry-After is longer than the time left", async () => {
  const { url, requests } = await serve((_, response) => {
    response.writeHead(503, { "retry-after": "60" }).end(JSON.stringify(busy));
  });
  const { client, waits } = clientOf(url, { timeoutMs: 30_000 });

  await expect(client.me()).rejects.toMatchObject({
    status: 503,
    retryAfterMs: 60_000,
    message: "Busy. Try again. Try again after 60 s.",
  });
  expect([waits, requests.length]).toEqual([[], 1]);
});

it("counts all attempts against one deadline", async () => {
  let now = 0;
  const { client, requests } = await openClient(answering(500), {
    clock: { now: () => now },
    sleep: (ms) => Promise.resolve(void (now += ms)),
    timeoutMs: 1_400,
    maxRetries: 100,
  });

  await expect(client.me()).rejects.toMatchObject({ status: 500 });
  expect([now, requests.length]).toEqual([500, 2]);
});

it("repeats a POST that broke off if the caller set its idempotency key", async () => {
  const { client, requests } = await openClient((request) => request.socket.resetAndDestroy(), {
    maxRetries: 2,
  });

  await expect(
    client.submissions.refireWebhooks(7, { idempotencyKey: "mine" }),
  ).rejects.toMatchObject({ kind: "connection" });

  expect(requests.map(({ headers }) => headers["idempotency-key"])).toEqual([
    "mine",
    "mine",
    "mine",
  ]);
});

it.each([
  ["a proxy's 503, which may have forwarded it", 503, "<h1>503</h1>", 1],
  ["a 500", 500, JSON.stringify(busy), 1],
  ["Intray's own 503, which stored nothing", 503, JSON.stringify(busy), 2],
  ["a 429", 429, "", 2],
])("after %s sends a POST %i %s in all %i times", async (_, status, body, times) => {
  const { url, requests } = await serve(({ method }, response) => {
    response.writeHead(method === "POST" ? status : 404).end(body);
  });
  const { client } = clientOf(url, { maxRetries: 1 });

  await expect(client.submissions.refireWebhooks(7)).rejects.toMatchObject({ status });
  expect(requests.filter(({ method }) => method === "POST")).toHaveLength(times);
});

it("ends an attempt after attemptTimeoutMs and retries", async () => {
  const { url, requests } = await serve((_, response, before) => {
    if (before > 0) response.end('{"kind":"account"}');
  });
  const { client, waits } = clientOf(url, { attemptTimeoutMs: 1_000 });

  expect([await client.me(), requests.length, waits]).toEqual([{ kind: "account" }, 2, [500]]);
});

it("calls onRetry with the error and the wait", async () => {
  const { url } = await serve((_, response, before) => {
    response.writeHead(before === 0 ? 503 : 200).end(JSON.stringify(busy));
  });
  const retries: Retry[] = [];
  const { client } = clientOf(url, { onRetry: (retry) => void retries.push(retry) });

  await client.submissions.get(7);

  expect(retries).toMatchObject([
    { method: "GET", path: "/submissions/7", retry: 1, waitMs: 500, error: { status: 503 } },
  ]);
});

it("ends during the wait when the caller aborts", async () => {
  const { url, requests } = await serve(answering(500));
  const stop = new AbortController();
  const { client } = clientOf(url, { sleep: () => Promise.resolve(stop.abort()) });

  await expect(client.me({ signal: stop.signal })).rejects.toMatchObject({ kind: "aborted" });
  expect(requests).toHaveLength(1);
});
