// The result of an attempt that reaches no receiver, or that the deadline or the shutdown of the server ends.
import { createServer, type Server } from "node:http";
import { listenOnLoopback } from "../../../../test/harness/loopback.ts";
import { type TestEgressOptions, useTestEgress } from "../../test/egress.ts";
import type { Resolve } from "./dns-lookups.ts";
import { httpResult } from "./deliver.ts";

/** Returns the port of the receiver. */
async function receive(server: Server): Promise<number> {
  const { port, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return port;
}

const deliverTo = (
  url: string,
  { signal, ...options }: TestEgressOptions & { readonly signal?: AbortSignal } = {},
) => useTestEgress(options).post(url, {}, signal);

describe("an attempt", () => {
  it("rejects if this process has no file handle left, and does not blame the receiver", async () => {
    const error = Object.assign(new Error("connect EMFILE"), { code: "EMFILE" });
    const resolve: Resolve = (_, done) => done(error, []);

    await expect(deliverTo("http://receiver.test/", { resolve })).rejects.toThrow("connect EMFILE");
  });

  it.each(["ftp://127.0.0.1/", "not a url"])("fails for the URL %s", async (url) => {
    expect(await deliverTo(url)).toMatchObject({
      result: "retry",
      errorCode: "invalid_url",
      remoteIp: null,
    });
  });

  it("ends an attempt at the deadline while it is still connecting", async () => {
    const result = await deliverTo("http://receiver.test/", {
      deadlineMs: 100,
      resolve: () => undefined,
    });

    expect(result).toMatchObject({ result: "retry", errorCode: "timeout", remoteIp: null });
    // The connect timeout.
    expect(result.durationMs).toBeLessThan(5_000);
  });

  it("is aborted by the shutdown of the server, which is not a failure", async () => {
    const stop = new AbortController();
    const port = await receive(createServer(() => stop.abort()));

    const result = await deliverTo(`http://127.0.0.1:${port}/`, { signal: stop.signal });

    expect(result.result).toBe("aborted");
  });

  it("sends nothing after an abort, even if the connection is established later", async () => {
    let visits = 0;
    const connected = Promise.withResolvers<void>();
    const server = createServer((_, answer) => {
      visits += 1;
      answer.end();
    });
    server.once("connection", () => connected.resolve());
    const port = await receive(server);
    const stop = new AbortController();
    const lookupStarted = Promise.withResolvers<() => void>();

    const attempt = deliverTo(`http://receiver.test:${port}/`, {
      allow: ["receiver.test"],
      signal: stop.signal,
      resolve: (_, done) =>
        lookupStarted.resolve(() => done(null, [{ address: "127.0.0.1", family: 4 }])),
    });
    const finishLookup = await lookupStarted.promise;
    stop.abort();
    const result = await attempt;
    finishLookup();
    await connected.promise;
    // A second connection: whatever the first one sent has arrived before its request does.
    await deliverTo(`http://127.0.0.1:${port}/`);

    expect(result.result).toBe("aborted");
    expect(visits).toBe(1);
  });
});

const TIMING = { startedAt: 0, durationMs: 5, remoteIp: null };
const resultOf = (status: number, retryAfterMs?: number, believesGone = true) =>
  httpResult(TIMING, { status, excerpt: "text", retryAfterMs }, { believesGone });

describe("a response", () => {
  it.each([
    [200, { result: "delivered" }],
    [204, { result: "delivered" }],
    [302, { result: "retry", reason: "http_302", isPressed: false }],
    [404, { result: "retry", reason: "http_404", isPressed: false }],
    [429, { result: "retry", reason: "http_429", isPressed: true }],
    [500, { result: "retry", reason: "http_500", isPressed: false }],
    [410, { result: "failed", state: "exhausted", reason: "gone", isGone: true }],
  ])("with status %i means %o", (status, decision) => {
    expect(resultOf(status)).toMatchObject({
      ...decision,
      status,
      excerpt: "text",
      receiver: "responds",
      errorCode: decision.result === "delivered" ? null : "http_status",
    });
  });

  it("with a 410 is an ordinary failure if the operator says so", () => {
    expect(resultOf(410, undefined, false)).toMatchObject({ result: "retry" });
  });

  it("carries the delay of Retry-After, whatever the status", () => {
    expect(resultOf(503, 600_000)).toMatchObject({ retryAfterMs: 600_000 });
  });
});
