// Attempts that the deadline or the shutdown of the server ends.
import { afterEach, describe, expect, it } from "vitest";
import { createDeliveryHarness } from "../../test/delivery-harness.ts";
import type { TestEgressOptions } from "../../test/egress.ts";

const harness = createDeliveryHarness();
afterEach(() => harness.close());

const deliverTo = (
  url: string,
  { signal, ...options }: TestEgressOptions & { readonly signal?: AbortSignal } = {},
) => harness.open(options).post(url, {}, signal);

describe("an attempt", () => {
  it("keeps the status of a response whose body hangs past the deadline", async () => {
    const port = await harness.receive((_, answer) => void answer.writeHead(200).write("begun"));

    const result = await deliverTo(`http://127.0.0.1:${port}/`, { deadlineMs: 200 });

    expect(result).toMatchObject({ status: 200, excerpt: "begun" });
  });

  it("ends an attempt at the deadline while it is still connecting", async () => {
    const result = await deliverTo("http://receiver.test/", {
      deadlineMs: 100,
      resolve: () => undefined,
    });

    expect(result).toMatchObject({ result: "retry", errorCode: "timeout", remoteIp: null });
    // Well below the connect timeout of 5 s.
    expect(result.durationMs).toBeLessThan(2_500);
  });

  it("is aborted by the shutdown of the server, which is not a failure", async () => {
    const stop = new AbortController();
    const port = await harness.receive(() => stop.abort());

    const result = await deliverTo(`http://127.0.0.1:${port}/`, { signal: stop.signal });

    expect(result.result).toBe("aborted");
  });

  it("is aborted by the shutdown while it is still connecting", async () => {
    const stop = new AbortController();

    const result = await deliverTo("http://receiver.test/", {
      signal: stop.signal,
      resolve: () => stop.abort(),
    });

    expect(result.result).toBe("aborted");
    expect(result.durationMs).toBeLessThan(2_500);
  });

  it("sends nothing after an abort, even if the connection is established later", async () => {
    let visits = 0;
    const connected = Promise.withResolvers<void>();
    const port = await harness.receive((_, answer) => {
      visits += 1;
      answer.end();
    }, connected.resolve);
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
