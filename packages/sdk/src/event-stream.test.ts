import type { ServerResponse } from "node:http";
import {
  answering,
  busy,
  clientOf,
  CONNECTIONS,
  openClient,
  serve,
} from "../test/faulty-server.ts";
import type { IntrayEvent } from "./event-types.ts";
import type { Retry } from "./options.ts";

const STREAM = { "content-type": "text/event-stream" };
const text = (id: number, type = "submission.created") =>
  `event: ${type}\nid: ${id}\ndata: {"id":${id},"form_id":3}\n\n`;

/** A server that sends the events 1 to `count`, resumes after any of them, and breaks connections as `cut` says. */
async function feed(count: number, cut: (id: number) => "end" | "reset" | "go on") {
  const server = await serve(({ headers }, response) => {
    response.writeHead(200, STREAM);
    const from = Number(headers["last-event-id"] ?? 0);
    write(response, from + 1);
  });
  function write(response: ServerResponse, id: number): void {
    if (id > count) return void response.write("event: done\ndata: {}\n\n");
    response.write(text(id), () => {
      const what = cut(id);
      if (what === "end") response.end();
      else if (what === "reset") response.socket?.resetAndDestroy();
      else write(response, id + 1);
    });
  }
  return server;
}

async function eventsBefore(
  events: AsyncIterable<IntrayEvent>,
  type: string,
): Promise<IntrayEvent[]> {
  const all: IntrayEvent[] = [];
  for await (const event of events) {
    if (event.type === type) break;
    all.push(event);
  }
  return all;
}

it("are yielded as they are sent, without heartbeats", async () => {
  const { client, requests } = await openClient((_, response) => {
    response.writeHead(200, STREAM);
    response.write(`: beat\n\n${text(5)}: beat\n\nevent: later.kind\ndata: {"x":1}\n\n`);
  });
  const events = client.events.follow({ form_id: 3, lastEventId: "4" });

  const got = [(await events.next()).value, (await events.next()).value];
  await events.return();

  expect(got).toEqual([
    { type: "submission.created", id: "5", data: { id: 5, form_id: 3 } },
    { type: "later.kind", id: "5", data: { x: 1 } },
  ]);
  expect(requests[0]?.url).toBe("/api/v1/events?form_id=3");
  expect(requests[0]?.headers).toMatchObject({
    accept: "text/event-stream",
    "last-event-id": "4",
  });
});

it("end with the last one up to now if later ones are not wanted, also at a heartbeat", async () => {
  const { client, requests } = await openClient((_, response) => {
    response.writeHead(200, STREAM).write(`${text(5)}id: 6\n\n: beat\n\n`);
  });
  const events = client.events.follow({ follow: false });

  expect(await eventsBefore(events, "none")).toMatchObject([{ id: "5" }]);
  expect(events.lastEventId).toBe("6");
  expect(requests.map(({ url }) => url)).toEqual(["/api/v1/events?follow=false"]);
});

const ways = ["end", "reset"] as const;
it.each(ways)("are each yielded once and in order, if connections end by %s", async (how) => {
  const cuts = new Set([1, 2, 5, 9, 30, 31, 39]);
  const { url, requests } = await feed(40, (id) => (cuts.delete(id) ? how : "go on"));
  const { client } = clientOf(url);

  const events = await eventsBefore(client.events.follow(), "done");

  expect(events.map(({ data }) => data.id)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  expect(requests.length).toBeGreaterThan(1);
});

it("are complete after a break in the middle of an event and of a character", async () => {
  const bytes = Buffer.from(`id: 1\ndata: {"name":"Zoë"}\n\n`);
  const at = bytes.indexOf(0xc3) + 1;
  const { client } = await openClient((_, response, before) => {
    response.writeHead(200, STREAM);
    if (before === 0) {
      response.write(bytes.subarray(0, at), () => response.socket?.resetAndDestroy());
      return;
    }
    response.write(bytes.subarray(0, at), () => response.end(bytes.subarray(at)));
  });

  const { value } = await client.events.follow().next();

  expect(value).toEqual({ type: "message", id: "1", data: { name: "Zoë" } });
});

it.each([
  ["the opening block", ["id: 7\n\n"], "7"],
  ["a heartbeat", [": alive\r", "\nid:7\r\n", "\r\n"], "7"],
  ["a block before an incomplete one", ["id: 7\n\n", "id: 8\n"], "7"],
  ["a block before an incomplete line break", ["id: 7\n\n", "id: 8\r"], "7"],
])("continue after the position that %s sends without an event", async (_, chunks, position) => {
  const { client, requests } = await openClient((_request, response, before) => {
    response.writeHead(200, STREAM);
    if (before > 0) return void response.write(text(9));
    const write = (at: number) => {
      if (at === chunks.length) return void response.socket?.end();
      response.write(chunks[at] ?? "", () => setImmediate(write, at + 1));
    };
    write(0);
  });
  let connections = 0;
  const events = client.events.follow({}, { onConnect: () => void (connections += 1) });

  const { value } = await events.next();
  await events.return();

  expect(value).toMatchObject({ id: "9" });
  expect(requests[1]?.headers["last-event-id"]).toBe(position);
  expect(connections).toBe(2);
});

it("include a reset when the server no longer has the position, and go on from there", async () => {
  const { client, requests } = await openClient((_, response, before) => {
    response.writeHead(200, STREAM);
    if (before === 0) response.end(`id: 90\nevent: reset\ndata:\n\n`);
    else response.write(text(91));
  });
  const events = client.events.follow({ lastEventId: "1" });

  const got = [(await events.next()).value, (await events.next()).value];
  await events.return();

  expect(got).toMatchObject([{ type: "reset", id: "90", data: {} }, { id: "91" }]);
  expect(requests[1]?.headers["last-event-id"]).toBe("90");
});

it("wait for the server's retry delay, longer after each failure, and reset the wait after an event", async () => {
  const retries: Retry[] = [];
  const { client, waits } = await openClient((_, response, before) => {
    if (before === 0) response.writeHead(200, STREAM).end("retry: 200\n\n");
    else if (before < 3) response.writeHead(503).end(JSON.stringify(busy));
    else if (before === 3) response.writeHead(200, STREAM).end(": beat\n\n");
    else response.writeHead(200, STREAM).write(text(1));
  });
  const events = client.events.follow({}, { onRetry: (retry) => void retries.push(retry) });

  await events.next();
  await events.return();

  expect(waits).toEqual([200, 400, 800, 200]);
  expect(retries.map(({ retry, error }) => [retry, error.kind])).toEqual([
    [1, "connection"],
    [2, "api"],
    [3, "api"],
    [1, "connection"],
  ]);
});

it.each(CONNECTIONS)("reconnect when the connection by %s is silent", async (_, options) => {
  const retries: Retry[] = [];
  const { client } = await openClient((_request, response, before) => {
    response.writeHead(200, STREAM);
    response.write(before === 0 ? ": beat\n\n" : text(1));
  }, options);
  const events = client.events.follow(
    {},
    { heartbeatTimeoutMs: 50, onRetry: (retry) => void retries.push(retry) },
  );

  const { value } = await events.next();
  await events.return();

  expect(value).toMatchObject({ id: "1" });
  expect(retries).toMatchObject([{ error: { kind: "timeout" } }]);
});

it("give up after maxRetries in a row", async () => {
  const { client, requests } = await openClient(({ socket }) => socket.resetAndDestroy());

  await expect(client.events.follow({}, { maxRetries: 2 }).next()).rejects.toMatchObject({
    kind: "connection",
  });
  expect(requests).toHaveLength(3);
});

it.each([401, 403, 404, 501])("fail at once when the server responds with %i", async (status) => {
  const { client, requests } = await openClient(answering(status));

  await expect(client.events.follow().next()).rejects.toMatchObject({ kind: "api", status });
  expect(requests).toHaveLength(1);
});

it.each([
  ["a page instead of a stream", { "content-type": "text/html" }, "<html>"],
  ["no type at all", {}, text(1)],
  ["an event that is not JSON", STREAM, "data: {\n\n"],
  ["an event that is not an object", STREAM, "data: 7\n\n"],
  ["an event without end", STREAM, `data: ${"x".repeat(1_100_000)}`],
])("refuse %s", async (_, headers, body) => {
  const { client, requests } = await openClient((_request, response) => {
    response.writeHead(200, headers).write(body);
  });

  await expect(client.events.follow().next()).rejects.toMatchObject({
    kind: "unexpected_answer",
  });
  expect(requests).toHaveLength(1);
});

it("are not read ahead while the reader is slow", async () => {
  const block = text(1).repeat(1_000);
  let sent = 0;
  const { client } = await openClient((_, response) => {
    response.writeHead(200, STREAM);
    const fill = () => {
      while (response.write(block)) sent += block.length;
      response.once("drain", fill);
    };
    fill();
  });
  const events = client.events.follow();
  await events.next();

  // Wait until the socket buffers are full: nothing more is sent in 100 turns of the event loop.
  for (let last = -1; last !== sent;) {
    last = sent;
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  await events.return();

  expect(sent).toBeLessThan(32 * 1_048_576);
});
