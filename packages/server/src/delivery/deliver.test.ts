import { createHmac } from "node:crypto";
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { verify as octokitVerify } from "@octokit/webhooks-methods";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../platform/clock.ts";
import type { OutgoingDelivery } from "../domain/delivery.ts";
import { createAddressGuard } from "./address-guard.ts";
import { createDeliver } from "./deliver.ts";
import { type Egress, openEgress } from "./egress.ts";
import type { Resolve } from "./dns-lookups.ts";

const SECRET = "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ=";
const never = new AbortController().signal;

describe("deliver", () => {
  const servers: Server[] = [];
  const ways: Egress[] = [];
  afterEach(async () => {
    for (const way of ways.splice(0)) await way.close();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function receive(listener: RequestListener): Promise<number> {
    const server = createServer(listener).listen(0, "127.0.0.1");
    servers.push(server);
    await new Promise((resolve) => void server.once("listening", resolve));
    return (server.address() as AddressInfo).port;
  }

  function deliverTo(
    url: string,
    over: {
      deadlineMs?: number;
      allow?: string[];
      resolve?: Resolve;
      signal?: AbortSignal;
      body?: Uint8Array;
      headers?: OutgoingDelivery["headers"];
      previousSecret?: string;
    } = {},
  ) {
    const guard = createAddressGuard(over.allow ?? ["127.0.0.1"], () => false);
    const egress = openEgress({
      guard,
      clock: systemClock,
      ...(over.resolve && { resolve: over.resolve }),
    });
    ways.push(egress);
    const deliver = createDeliver({
      egress,
      clock: systemClock,
      deadlineMs: over.deadlineMs ?? 5_000,
      userAgent: "Intray/test",
    });
    const delivery: OutgoingDelivery = {
      url,
      headers: over.headers ?? [{ name: "X-Own", value: "yes" }],
      signingSecret: SECRET,
      previousSecret: over.previousSecret,
      body: { contentType: "application/json", bytes: over.body ?? Buffer.from('{"a":"é"}') },
      deliveryId: 5,
      attempt: 2,
      trigger: "intake",
      webhookId: "msg_1_1",
    };
    return deliver(delivery, over.signal ?? never);
  }

  it.each([
    ["text", Buffer.from('{"name":"Zürich"}')],
    ["binary-like bytes", Buffer.from([0, 255, 13, 10, 254, 0xef, 0xbb, 0xbf])],
  ])("signs %s over the very bytes that arrive", async (_, body) => {
    let got: { body: Buffer; headers: IncomingHttpHeaders } | undefined;
    const port = await receive(async (request, answer) => {
      got = { body: await buffer(request), headers: request.headers };
      answer.writeHead(204).end();
    });

    const result = await deliverTo(`http://127.0.0.1:${port}/hook?x=1`, { body });

    const hex = createHmac("sha256", SECRET).update(body).digest("hex");
    expect(result).toMatchObject({ kind: "answered", status: 204, remoteIp: "127.0.0.1" });
    expect(got?.body.equals(body)).toBe(true);
    expect(got?.headers).toMatchObject({
      "x-service-signature": `sha256=${hex}`,
      "content-type": "application/json",
      "user-agent": "Intray/test",
      "accept-encoding": "identity",
      "x-service-delivery": "5",
      "x-service-attempt": "2",
      "x-service-trigger": "intake",
      "webhook-id": "msg_1_1",
      "x-own": "yes",
    });
    expect(got?.headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });

  it("signs with the secret before too where there is one, in webhook-signature alone", async () => {
    const previousSecret = "whsec_dGhlLW9uZS1iZWZvcmU=";
    const body = Buffer.from("rotated");
    let got: IncomingHttpHeaders = {};
    const port = await receive((request, answer) => {
      got = request.headers;
      answer.end();
    });

    await deliverTo(`http://127.0.0.1:${port}/`, { body, previousSecret });

    const signed = `msg_1_1.${String(got["webhook-timestamp"])}.rotated`;
    const signatures = [SECRET, previousSecret].map((secret) => {
      const key = Buffer.from(secret.slice("whsec_".length), "base64");
      return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
    });
    const hex = createHmac("sha256", SECRET).update(body).digest("hex");
    expect(got["webhook-signature"]).toBe(signatures.join(" "));
    expect(got["x-service-signature"]).toBe(`sha256=${hex}`);
  });

  it("is believed by an independent library", async () => {
    let isValid = false;
    const port = await receive(async (request, answer) => {
      const text = (await buffer(request)).toString("utf8");
      isValid = await octokitVerify(SECRET, text, String(request.headers["x-service-signature"]));
      answer.end();
    });

    await deliverTo(`http://127.0.0.1:${port}/`);

    expect(isValid).toBe(true);
  });

  it.each([
    ["standardwebhooks", StandardWebhook],
    ["svix", SvixWebhook],
  ])("is taken by a receiver that uses %s, with the next secret too", async (_, Library) => {
    const next = "whsec_bmV4dC1zZWNyZXQtbmV4dC1zZWNyZXQtbmV4dC1zZWNyZXQ=";
    const body = Buffer.from(JSON.stringify({ ort: "Zürich 東京", id: 7 }));
    const taken: unknown[] = [];
    const port = await receive(async (request, answer) => {
      const text = (await buffer(request)).toString("utf8");
      for (const secret of [SECRET, next]) {
        taken.push(new Library(secret).verify(text, request.headers as Record<string, string>));
      }
      answer.end();
    });

    const sent = await deliverTo(`http://127.0.0.1:${port}/`, { body, previousSecret: next });

    expect(sent).toMatchObject({ status: 200 });
    expect(taken).toEqual([JSON.parse(body.toString()), JSON.parse(body.toString())]);
  });

  it("does not follow a redirect", async () => {
    let visits = 0;
    const port = await receive((_, answer) => {
      visits += 1;
      answer.writeHead(302, { location: "http://169.254.169.254/" }).end();
    });

    const result = await deliverTo(`http://127.0.0.1:${port}/`);

    expect(result).toMatchObject({ kind: "answered", status: 302 });
    expect(visits).toBe(1);
  });

  it("reads of an endless answer no more than it keeps", async () => {
    let sent = 0;
    const port = await receive((_, answer) => {
      const chunk = Buffer.alloc(65_536, "x");
      const more = () => {
        while (!answer.destroyed && sent < 100_000_000 && answer.write(chunk)) sent += chunk.length;
      };
      answer.on("drain", more);
      answer.on("error", () => undefined);
      more();
    });

    const result = await deliverTo(`http://127.0.0.1:${port}/`);

    expect(result).toMatchObject({ kind: "answered", status: 200 });
    expect(result.kind === "answered" ? result.excerpt.length : 0).toBe(4_096);
    expect(sent).toBeLessThan(20_000_000);
  });

  it.each([
    ["hangs", (): RequestListener => () => undefined, { errorCode: "timeout" }],
    [
      "resets",
      (): RequestListener => (request) => void request.socket.destroy(),
      { errorCode: "connection_reset" },
    ],
  ])("says so when the receiver %s", async (_, listener, expected) => {
    const port = await receive(listener());

    const result = await deliverTo(`http://127.0.0.1:${port}/`, { deadlineMs: 200 });

    expect(result).toMatchObject({ kind: "failed", ...expected });
  });

  it("says so when nobody listens, and when the name is unknown", async () => {
    const port = await receive(() => undefined);
    for (const server of servers.splice(0))
      await new Promise((resolve) => void server.close(resolve));
    const unknown: Resolve = (_, done) =>
      done(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }), []);

    const refused = await deliverTo(`http://127.0.0.1:${port}/`);
    const nameless = await deliverTo("http://receiver.invalid/", { resolve: unknown });

    expect(refused).toMatchObject({ kind: "failed", errorCode: "connection_refused" });
    expect(nameless).toMatchObject({ kind: "failed", errorCode: "dns_error" });
  });

  it("is broken off by our own shutdown, which is no failure", async () => {
    const stop = new AbortController();
    const port = await receive(() => stop.abort());

    const result = await deliverTo(`http://127.0.0.1:${port}/`, { signal: stop.signal });

    expect(result.kind).toBe("aborted");
  });

  it("never reaches an internal address, however it is named", async () => {
    let visits = 0;
    const port = await receive((_, answer) => {
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

    expect(literal).toMatchObject({ kind: "blocked" });
    expect(named).toMatchObject({ kind: "blocked" });
    expect(named.kind === "blocked" ? named.detail : "").toContain(
      `127.0.0.1:${port} to INTRAY_WEBHOOK_ALLOW`,
    );
    expect(visits).toBe(0);
  });

  it("signs the id, the time and the bytes by the standard's scheme too", async () => {
    let got: { body: Buffer; headers: IncomingHttpHeaders } | undefined;
    const port = await receive(async (request, answer) => {
      got = { body: await buffer(request), headers: request.headers };
      answer.end();
    });
    const before = Math.floor(Date.now() / 1_000);

    await deliverTo(`http://127.0.0.1:${port}/`);

    const timestamp = String(got?.headers["webhook-timestamp"]);
    const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
    const expected = createHmac("sha256", key)
      .update(`msg_1_1.${timestamp}.`)
      .update(got?.body ?? "")
      .digest("base64");
    expect(got?.headers["webhook-signature"]).toBe(`v1,${expected}`);
    expect(Number(timestamp)).toBeGreaterThanOrEqual(before);
    expect(Number(timestamp)).toBeLessThanOrEqual(Math.floor(Date.now() / 1_000));
  });

  it("sends these headers and no others", async () => {
    let names: string[] = [];
    const port = await receive((request, answer) => {
      names = Object.keys(request.headers).toSorted();
      answer.end();
    });

    await deliverTo(`http://127.0.0.1:${port}/`);

    expect(names).toEqual([
      "accept-encoding",
      "connection",
      "content-length",
      "content-type",
      "host",
      "user-agent",
      "webhook-id",
      "webhook-signature",
      "webhook-timestamp",
      "x-own",
      "x-service-attempt",
      "x-service-delivery",
      "x-service-signature",
      "x-service-trigger",
    ]);
  });

  it("lets no header of the user's stand in for one of its own, however cased", async () => {
    let raw: string[] = [];
    const port = await receive((request, answer) => {
      raw = request.rawHeaders;
      answer.end();
    });

    await deliverTo(`http://127.0.0.1:${port}/`, {
      headers: [
        { name: "Webhook-Id", value: "forged" },
        { name: "X-Service-SIGNATURE", value: "forged" },
        { name: "User-Agent", value: "forged" },
      ],
    });

    expect(raw).not.toContain("forged");
    expect(raw.filter((name) => name.toLowerCase() === "webhook-id")).toHaveLength(1);
  });

  it("tells an answer 410, and what Retry-After asks for", async () => {
    const port = await receive((_, answer) => {
      answer.writeHead(410, { "retry-after": "120" }).end("gone\0away");
    });

    const result = await deliverTo(`http://127.0.0.1:${port}/`);

    expect(result).toMatchObject({ kind: "answered", status: 410, retryAfterMs: 120_000 });
    expect(result.kind === "answered" && result.excerpt).toBe("gone\uFFFDaway");
  });

  it("holds the status for the answer when its body hangs past the deadline", async () => {
    const port = await receive((_, answer) => void answer.writeHead(200).write("begun"));

    const result = await deliverTo(`http://127.0.0.1:${port}/`, { deadlineMs: 200 });

    expect(result).toMatchObject({ kind: "answered", status: 200, excerpt: "begun" });
  });

  it("has the deadline end an attempt that is still connecting", async () => {
    const result = await deliverTo("http://receiver.test/", {
      deadlineMs: 100,
      resolve: () => undefined,
    });

    expect(result).toMatchObject({ kind: "failed", errorCode: "timeout", remoteIp: null });
    // Well before the five seconds that connecting alone may take.
    expect(result.durationMs).toBeLessThan(2_500);
  });

  it("is broken off by our own shutdown while it is still connecting", async () => {
    const stop = new AbortController();

    const result = await deliverTo("http://receiver.test/", {
      signal: stop.signal,
      resolve: () => stop.abort(),
    });

    expect(result.kind).toBe("aborted");
    expect(result.durationMs).toBeLessThan(2_500);
  });

  it("sends nothing once it was broken off, even when the connection comes about later", async () => {
    let visits = 0;
    const port = await receive((_, answer) => {
      visits += 1;
      answer.end();
    });
    const stop = new AbortController();
    const looked = Promise.withResolvers<() => void>();

    const broken = deliverTo(`http://receiver.test:${port}/`, {
      allow: ["receiver.test"],
      signal: stop.signal,
      resolve: (_, done) => looked.resolve(() => done(null, [{ address: "127.0.0.1", family: 4 }])),
    });
    const goOn = await looked.promise;
    stop.abort();
    const result = await broken;
    const [server] = servers;
    const connected = new Promise((resolve) => void server?.once("connection", resolve));
    goOn();
    await connected;
    // It needs a connection of its own, so whatever the first one still sent is there before it.
    await deliverTo(`http://127.0.0.1:${port}/`);

    expect(result.kind).toBe("aborted");
    expect(visits).toBe(1);
  });

  it.each(["ftp://127.0.0.1/", "not a url"])("fails for %s as a URL", async (url) => {
    expect(await deliverTo(url)).toMatchObject({
      kind: "failed",
      errorCode: "invalid_url",
      remoteIp: null,
    });
  });
});
