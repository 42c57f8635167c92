// The result of an attempt, by what the receiver does.
import type { RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createDeliveryHarness } from "../../test/delivery-harness.ts";
import type { TestEgressOptions } from "../../test/egress.ts";
import type { Resolve } from "./dns-lookups.ts";

const harness = createDeliveryHarness();
afterEach(() => harness.close());

const deliverTo = (url: string, options?: TestEgressOptions) => harness.open(options).post(url);

describe("deliver", () => {
  it("does not follow a redirect", async () => {
    let visits = 0;
    const port = await harness.receive((_, answer) => {
      visits += 1;
      answer.writeHead(302, { location: "http://169.254.169.254/" }).end();
    });

    const result = await deliverTo(`http://127.0.0.1:${port}/`);

    expect(result).toMatchObject({ status: 302 });
    expect(visits).toBe(1);
  });

  it("rejects if this process has no file handle left, and does not blame the receiver", async () => {
    const error = Object.assign(new Error("connect EMFILE"), { code: "EMFILE" });
    const resolve: Resolve = (_, done) => done(error, []);

    await expect(deliverTo("http://receiver.test/", { resolve })).rejects.toThrow("connect EMFILE");
  });

  it("reads only the beginning of an endless response", async () => {
    let sent = 0;
    const port = await harness.receive((_, answer) => {
      const chunk = Buffer.alloc(65_536, "x");
      const more = () => {
        while (!answer.destroyed && sent < 100_000_000 && answer.write(chunk)) sent += chunk.length;
      };
      answer.on("drain", more);
      answer.on("error", () => undefined);
      more();
    });

    const result = await deliverTo(`http://127.0.0.1:${port}/`);

    expect(result).toMatchObject({ status: 200 });
    expect(result.excerpt?.length).toBe(4_096);
    expect(sent).toBeLessThan(20_000_000);
  });

  it.each([
    ["hangs", (): RequestListener => () => undefined, { errorCode: "timeout" }],
    [
      "resets",
      (): RequestListener => (request) => void request.socket.destroy(),
      { errorCode: "connection_reset" },
    ],
  ])("reports a receiver that %s", async (_, listener, expected) => {
    const port = await harness.receive(listener());

    const result = await deliverTo(`http://127.0.0.1:${port}/`, { deadlineMs: 200 });

    expect(result).toMatchObject({ result: "retry", ...expected });
  });

  it("reports a refused connection and an unknown name", async () => {
    const port = await harness.receive(() => undefined);
    await harness.stopReceivers();
    const unknown: Resolve = (_, done) =>
      done(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }), []);

    const refused = await deliverTo(`http://127.0.0.1:${port}/`);
    const nameless = await deliverTo("http://receiver.invalid/", { resolve: unknown });

    expect(refused).toMatchObject({ result: "retry", errorCode: "connection_refused" });
    expect(nameless).toMatchObject({ result: "retry", errorCode: "dns_error" });
  });

  it("never reaches an internal address, by address or by name", async () => {
    let visits = 0;
    const port = await harness.receive((_, answer) => {
      visits += 1;
      answer.end();
    });
    const rebinding: Resolve = (_, done) =>
      done(null, [
        { address: "93.184.216.34", family: 4 },
        { address: "127.0.0.1", family: 4 },
      ]);

    const literal = await deliverTo(`http://127.0.0.1:${port}/`, { allow: [] });
    const named = await deliverTo(`http://receiver.test:${port}/`, {
      allow: [],
      resolve: rebinding,
    });

    expect(literal).toMatchObject({ state: "blocked" });
    expect(named).toMatchObject({ state: "blocked" });
    expect(named.result === "failed" ? named.reason : "").toContain(
      `127.0.0.1:${port} to INTRAY_WEBHOOK_ALLOW`,
    );
    expect(visits).toBe(0);
  });

  it("returns the status and the Retry-After of an error response", async () => {
    const port = await harness.receive((_, answer) => {
      answer.writeHead(410, { "retry-after": "120" }).end("gone\0away");
    });

    const result = await deliverTo(`http://127.0.0.1:${port}/`);

    expect(result).toMatchObject({ status: 410, retryAfterMs: 120_000 });
    expect(result.excerpt).toBe("gone\uFFFDaway");
  });

  it.each(["ftp://127.0.0.1/", "not a url"])("fails for the URL %s", async (url) => {
    expect(await deliverTo(url)).toMatchObject({
      result: "retry",
      errorCode: "invalid_url",
      remoteIp: null,
    });
  });
});
