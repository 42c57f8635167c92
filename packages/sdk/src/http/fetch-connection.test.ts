// The option `fetch`, with Node's own fetch and a server whose faults are chosen.
import { clientOf, openClient, serve } from "../../test/faulty-server.ts";
import type { IntrayError } from "../errors.ts";
import type { Fetch } from "../options.ts";

const nodeFetch: Fetch = (url, init) => fetch(url, init);
const ME = JSON.stringify({ kind: "account", key_name: "cron" });

it("sends method, headers and body, and returns status, headers and data", async () => {
  const bodies: string[] = [];
  const { url, requests } = await serve(async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString());
    response.writeHead(201, { "x-request-id": "r1" }).end('{"id":9,"name":"Zoë"}');
  });
  const { client } = clientOf(url, { fetch: nodeFetch });

  const { data, response } = await client.projects.create({ name: "Zoë" }).withResponse();

  expect(data).toMatchObject({ id: 9, name: "Zoë" });
  expect(response).toMatchObject({ status: 201, requestId: "r1" });
  expect(bodies).toEqual(['{"name":"Zoë"}']);
  expect(requests[0]?.headers).toMatchObject({
    authorization: "Bearer itk_acct_test",
    "content-type": "application/json",
    "idempotency-key": /^[\da-f-]{36}$/,
  });
});

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

it("follows no redirect", async () => {
  const { url, requests } = await serve((_, response) =>
    response.writeHead(302, { location: "https://elsewhere.test/" }).end(),
  );
  const { client } = clientOf(url, { fetch: nodeFetch });

  await expect(client.me()).rejects.toMatchObject({
    kind: "redirect",
    status: 302,
    location: "https://elsewhere.test/",
  });
  expect(requests).toHaveLength(1);
});

it("knows the redirect of a browser, which hides its status", async () => {
  const opaque = Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });
  const { client } = clientOf("http://127.0.0.1:1", { fetch: async () => opaque });

  await expect(client.me()).rejects.toMatchObject({ kind: "redirect", location: undefined });
});

it("ends with the deadline, with the caller's signal, and when it is destroyed", async () => {
  const { client, requests } = await openClient(() => undefined, {
    fetch: nodeFetch,
    maxRetries: 0,
  });
  const stop = new AbortController();

  const kinds = [{ timeoutMs: 50 }, { signal: stop.signal }, {}].map((options) =>
    client.me(options).catch((error: IntrayError) => error.kind),
  );
  // The first may end before it arrives.
  await expect.poll(() => requests.length).toBeGreaterThanOrEqual(2);
  stop.abort();
  await client.destroy();

  expect(await Promise.all(kinds)).toEqual(["timeout", "aborted", "aborted"]);
});

it("resumes a download that breaks off", async () => {
  const { url, requests } = await serve((_, response, n) => {
    const headers = { etag: '"a"', "accept-ranges": "bytes" };
    if (n > 0) {
      const rest = { ...headers, "content-range": "bytes 3-5/6" };
      return response.writeHead(206, rest).end("def");
    }
    response.writeHead(200, { ...headers, "content-length": "6" }).write("abc");
    return setTimeout(() => response.destroy(), 50);
  });
  const { client } = clientOf(url, { fetch: nodeFetch });

  const { body } = await client.attachments.download(4);

  expect(Buffer.concat(await body.toArray()).toString()).toBe("abcdef");
  expect(requests[1]?.headers.range).toBe("bytes=3-5");
});

it("reconnects an event stream that is silent", async () => {
  const { url } = await serve((_, response, n) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(
      n === 0 ? ": hello\n\n" : 'id: 5\nevent: submission.created\ndata: {"id":7,"form_id":3}\n\n',
    );
  });
  const { client } = clientOf(url, { fetch: nodeFetch });

  const events = client.events.follow({}, { heartbeatTimeoutMs: 100 });
  const { value } = await events.next();
  await events.return();
  await client.close();

  expect(value).toEqual({ type: "submission.created", id: "5", data: { id: 7, form_id: 3 } });
});

const wrong = [{ proxy: "http://proxy.test:1" }, { ca: "PEM" }];
it.each(wrong)("rejects an option of undici beside it: %j", (option) => {
  expect(() => clientOf("http://127.0.0.1:1", { fetch: nodeFetch, ...option })).toThrow(
    /has no effect with fetch/,
  );
});
