// The client against a real server that misbehaves in one way at a time.
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { Intray } from "./client.ts";
import type { IntrayOptions } from "./options.ts";

const undo: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** A server on a free port; `answer` is given how many requests came before. */
async function serve(answer: (...args: [...Parameters<RequestListener>, number]) => void) {
  const requests: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response, requests.length - 1);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  undo.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    sockets,
  };
}

function clientOf(baseUrl: string, options: Partial<IntrayOptions> = {}) {
  const waits: number[] = [];
  const client = new Intray({
    baseUrl,
    apiKey: "itk_acct_test",
    random: () => 1,
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    ...options,
  });
  undo.push(() => client.close());
  return { client, waits };
}

const busy = { error: "Busy. Try again.", code: "overloaded", request_id: "req_1" };

describe("retries", () => {
  it("tries a GET again after 0.5, 1 and 2 s, and gives the answer that came in the end", async () => {
    const { url, requests } = await serve((_, response, before) => {
      response.writeHead(before < 3 ? 503 : 200).end(JSON.stringify({ kind: "account" }));
    });
    const { client, waits } = clientOf(url);

    const me = await client.me();

    expect(me).toEqual({ kind: "account" });
    expect(waits).toEqual([500, 1_000, 2_000]);
    expect(requests).toHaveLength(4);
  });

  it("gives up after maxRetries with the last refusal", async () => {
    const { url, requests } = await serve((_, response) => {
      response.writeHead(500).end(JSON.stringify(busy));
    });
    const { client } = clientOf(url, { maxRetries: 1 });

    await expect(client.me()).rejects.toMatchObject({ kind: "api", status: 500, code: busy.code });
    expect(requests).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 409, 422, 501])("does not repeat what got %i", async (status) => {
    const { url, requests } = await serve((_, response) => {
      response.writeHead(status).end(JSON.stringify(busy));
    });
    const { client } = clientOf(url);

    await expect(client.me()).rejects.toMatchObject({ status });
    expect(requests).toHaveLength(1);
  });

  it("waits as long as Retry-After says", async () => {
    const { url } = await serve((_, response, before) => {
      response.writeHead(before === 0 ? 429 : 200, { "retry-after": "7" }).end("{}");
    });
    const { client, waits } = clientOf(url);

    await client.me();

    expect(waits).toEqual([7_000]);
  });

  it("says so at once when Retry-After is longer than what is left of the deadline", async () => {
    const { url, requests } = await serve((_, response) => {
      response.writeHead(503, { "retry-after": "60" }).end(JSON.stringify(busy));
    });
    const { client, waits } = clientOf(url, { timeoutMs: 30_000 });

    await expect(client.me()).rejects.toMatchObject({ status: 503, retryAfterMs: 60_000 });
    expect([waits, requests.length]).toEqual([[], 1]);
  });

  it("counts all tries against one deadline", async () => {
    let now = 0;
    const { url, requests } = await serve((_, response) => response.writeHead(500).end());
    const { client } = clientOf(url, {
      clock: { now: () => now },
      sleep: (ms) => Promise.resolve(void (now += ms)),
      timeoutMs: 1_400,
      maxRetries: 100,
    });

    await expect(client.me()).rejects.toMatchObject({ status: 500 });
    expect([now, requests.length]).toEqual([500, 2]);
  });

  it("repeats a POST that broke off only under a key of the caller's", async () => {
    const { url, requests } = await serve((request) => request.socket.resetAndDestroy());
    const { client } = clientOf(url, { maxRetries: 2 });

    await expect(client.submissions.refireWebhooks(7)).rejects.toMatchObject({
      kind: "connection",
    });
    const tries = requests.length;
    await expect(
      client.submissions.refireWebhooks(7, { idempotencyKey: "mine" }),
    ).rejects.toMatchObject({ kind: "connection" });

    expect(tries).toBe(1);
    const keys = requests.slice(1).map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual(["mine", "mine", "mine"]);
  });

  it("ends in the wait when the caller aborts", async () => {
    const { url, requests } = await serve((_, response) => response.writeHead(500).end());
    const stop = new AbortController();
    const { client } = clientOf(url, { sleep: () => Promise.resolve(stop.abort()) });

    await expect(client.me({ signal: stop.signal })).rejects.toMatchObject({ kind: "aborted" });
    expect(requests).toHaveLength(1);
  });
});

describe("faults", () => {
  it("are met by whoever reads the answer, and leave no rejection behind", async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(404).end(JSON.stringify(busy));
    });
    const { client } = clientOf(url);
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    const others = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection").on("unhandledRejection", note);
    undo.push(() => {
      process.off("unhandledRejection", note);
      for (const other of others) process.on("unhandledRejection", other);
    });

    await expect(client.me().withResponse()).rejects.toMatchObject({ status: 404 });
    await expect(client.forms.list().pages()[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      status: 404,
    });
    await expect(client.forms.list()).rejects.toMatchObject({ status: 404 });
    // Node tells of them once the microtasks are through.
    await new Promise((resolve) => setImmediate(resolve));

    expect(unhandled).toEqual([]);
  });

  it.each([
    ["breaks off in the body", "connection"],
    ["never answers", "timeout"],
    ["never ends its body", "timeout"],
  ] as const)("calls it a fault of its own when the server %s", async (what, kind) => {
    const { url } = await serve((request, response) => {
      if (what === "never answers") return;
      response.writeHead(200, { "content-length": "100" });
      response.write('{"kind":', () => {
        if (what === "breaks off in the body") request.socket.resetAndDestroy();
      });
    });
    const { client } = clientOf(url, { maxRetries: 0, timeoutMs: kind === "timeout" ? 50 : 5_000 });

    await expect(client.me()).rejects.toMatchObject({ kind });
  });

  it("names the address that nobody listens on, and why", async () => {
    const { url } = await serve(() => undefined);
    for (const step of undo.splice(0)) await step();
    const { client } = clientOf(url, { maxRetries: 0 });

    await expect(client.me()).rejects.toMatchObject({ kind: "connection", code: "ECONNREFUSED" });
  });

  it.each(["", "<html>", "{", "not json"])("calls a 200 with %j no answer", async (body) => {
    const { url } = await serve((_, response) => response.writeHead(200).end(body));
    const { client } = clientOf(url);

    await expect(client.me()).rejects.toMatchObject({ kind: "unexpected_answer", status: 200 });
  });

  it.each([301, 302, 303, 307, 308])("follows no %i, so the key stays here", async (status) => {
    const elsewhere = await serve((_, response) => response.end("{}"));
    const { url, requests } = await serve((_, response) => {
      response.writeHead(status, { location: elsewhere.url }).end("x".repeat(100_000));
    });
    const { client } = clientOf(url);

    const asked = client.me();

    await expect(asked).rejects.toMatchObject({ kind: "redirect", location: elsewhere.url });
    expect([requests.length, elsewhere.requests.length]).toEqual([1, 0]);
  });

  it("never shows the key in an error", async () => {
    const { url } = await serve((request) => request.socket.resetAndDestroy());
    const { client } = clientOf(url, { maxRetries: 0 });

    const error: unknown = await client.me().catch((one: unknown) => one);

    expect(JSON.stringify(error) + String(error)).not.toContain("itk_acct_test");
  });
});

describe("connections", () => {
  it("leaves none open once closed", async () => {
    const { url, sockets } = await serve((_, response) => response.end("{}"));
    const { client } = clientOf(url);
    await Promise.all([client.me(), client.me(), client.me()]);
    const gone = [...sockets].map((socket) => once(socket, "close"));

    await client.close();
    await Promise.all(gone);

    expect(sockets.size).toBe(0);
  });

  it("closes without ever having asked, and twice", async () => {
    const { client } = clientOf("http://127.0.0.1:9");

    await client.close();

    await expect(client.close()).resolves.toBeUndefined();
  });

  it("opens none after it was closed", async () => {
    const { url, requests } = await serve((_, response) => response.end("{}"));
    const { client } = clientOf(url);
    await client.close();

    await expect(client.me()).rejects.toMatchObject({ kind: "usage" });
    expect(requests).toEqual([]);
  });
});

describe("attachments", () => {
  it("are read as a stream", async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "text/plain" }).end("bytes");
    });
    const { client } = clientOf(url);

    const { body, headers } = await client.attachments.download(4);

    expect([await text(body), headers["content-type"]]).toEqual(["bytes", "text/plain"]);
  });

  it.each([
    [404, "api"],
    [302, "redirect"],
  ])("are refused by %i as %s", async (status, kind) => {
    const { url } = await serve((_, response) => {
      response.writeHead(status, { location: "/x" }).end(JSON.stringify(busy));
    });
    const { client } = clientOf(url);

    await expect(client.attachments.download(4)).rejects.toMatchObject({ kind });
  });

  it("report a refusal that breaks off as a broken connection", async () => {
    const { url } = await serve((request, response) => {
      response.writeHead(404, { "content-length": "100" });
      response.write("{", () => request.socket.resetAndDestroy());
    });
    const { client } = clientOf(url);

    await expect(client.attachments.download(4)).rejects.toMatchObject({ kind: "connection" });
  });
});
