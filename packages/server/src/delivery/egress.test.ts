import type { LookupAddress } from "node:dns";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../platform/clock.ts";
import type { AttemptResult } from "../domain/delivery.ts";
import { createAddressGuard } from "./address-guard.ts";
import { createDeliver } from "./deliver.ts";
import { type Egress, openEgress } from "./egress.ts";
import type { Resolve } from "./dns-lookups.ts";

const LOOPBACK: LookupAddress = { address: "127.0.0.1", family: 4 };
const OTHER_LOOPBACK: LookupAddress = { address: "127.0.0.2", family: 4 };
const PUBLIC: LookupAddress = { address: "203.0.114.7", family: 4 };

describe("the way out", () => {
  let server: Server;
  let port: number;
  let visits: number;
  let listener: RequestListener;
  const ways: Egress[] = [];

  beforeEach(async () => {
    visits = 0;
    listener = (_, answer) => answer.end();
    server = createServer((request, answer) => {
      visits += 1;
      listener(request, answer);
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => void server.once("listening", resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    for (const way of ways.splice(0)) await way.close();
    server.closeAllConnections();
    server.close();
  });

  /** Answers look-up n with the n-th list, and the last list from then on. */
  function resolving(...answers: LookupAddress[][]): Resolve & { lookups: number } {
    const resolve = Object.assign(
      (_: string, done: (error: Error | null, found: LookupAddress[]) => void) => {
        const answer = answers[Math.min(resolve.lookups, answers.length - 1)];
        resolve.lookups += 1;
        done(null, answer ?? []);
      },
      { lookups: 0 },
    );
    return resolve;
  }

  /** What posts to a URL by one way out. */
  function open(allow: readonly string[], resolve?: Resolve) {
    const guard = createAddressGuard(allow, () => false);
    const egress = openEgress({ guard, clock: systemClock, ...(resolve && { resolve }) });
    ways.push(egress);
    const deliver = createDeliver({
      egress,
      clock: systemClock,
      deadlineMs: 5_000,
      userAgent: "Intray/test",
    });
    return (url: string): Promise<AttemptResult> =>
      deliver(
        {
          url,
          headers: [],
          signingSecret: "whsec_dGVzdA==",
          previousSecret: undefined,
          body: { contentType: "application/json", bytes: Buffer.from("{}") },
          deliveryId: 1,
          attempt: 1,
          trigger: "intake",
          webhookId: "msg_1_1",
        },
        new AbortController().signal,
      );
  }

  it("dials the address that was judged, without a second look-up", async () => {
    const resolve = resolving([LOOPBACK], [OTHER_LOOPBACK]);
    const post = open([`127.0.0.1:${port}`], resolve);

    const result = await post(`http://receiver.test:${port}/`);

    expect(result).toMatchObject({ kind: "answered", status: 200, remoteIp: "127.0.0.1" });
    expect(resolve.lookups).toBe(1);
  });

  it("judges a name anew for each connection, when its answer has turned internal", async () => {
    listener = (_, answer) => answer.setHeader("connection", "close").end();
    const post = open([`127.0.0.1:${port}`], resolving([LOOPBACK], [OTHER_LOOPBACK]));

    const before = await post(`http://receiver.test:${port}/`);
    const after = await post(`http://receiver.test:${port}/`);

    expect(before).toMatchObject({ kind: "answered", status: 200 });
    expect(after.kind === "blocked" ? after.detail : after).toContain(`127.0.0.2:${port}`);
    expect(visits).toBe(1);
  });

  it("names no address for an attempt that reached none, whatever was dialled before", async () => {
    listener = (_, answer) => answer.setHeader("connection", "close").end();
    const post = open([`127.0.0.1:${port}`], resolving([LOOPBACK], [OTHER_LOOPBACK], []));

    await post(`http://receiver.test:${port}/`);
    const blocked = await post(`http://receiver.test:${port}/`);
    const nameless = await post(`http://receiver.test:${port}/`);

    expect([blocked.kind, blocked.remoteIp]).toEqual(["blocked", null]);
    expect(nameless).toMatchObject({ errorCode: "dns_error", remoteIp: null });
  });

  it.each([
    ["public first", [PUBLIC, LOOPBACK]],
    ["internal first", [LOOPBACK, PUBLIC]],
  ])("blocks a name with a public and an internal address, %s", async (_, addresses) => {
    const post = open([], resolving(addresses));

    const result = await post(`http://receiver.test:${port}/`);

    expect(result).toMatchObject({ kind: "blocked" });
    expect(visits).toBe(0);
  });

  it("lets a name through whose every address is allowed", async () => {
    const post = open(["receiver.test"], resolving([OTHER_LOOPBACK, LOOPBACK]));

    const result = await post(`http://receiver.test:${port}/`);

    // Whoever of the two answers: nobody listens on the first.
    expect(result).toMatchObject({ kind: "answered", remoteIp: "127.0.0.1" });
  });

  it.each(["0x7f.1", "2130706433", "017700000001", "127.1", "[::ffff:127.0.0.1]"])(
    "blocks the literal address %s",
    async (host) => {
      const post = open([]);

      const result = await post(`http://${host}:${port}/`);

      expect(result).toMatchObject({ kind: "blocked" });
      expect(visits).toBe(0);
    },
  );

  it("opens the port of an exact entry alone", async () => {
    const post = open([`127.0.0.1:${port + 1}`]);

    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: "blocked" });
  });

  it("says why when every address of a name refuses", async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
    const post = open(["receiver.test"], resolving([OTHER_LOOPBACK, LOOPBACK]));

    const result = await post(`http://receiver.test:${port}/`);

    expect(result).toMatchObject({ kind: "failed", errorCode: "connection_refused" });
    expect(result.kind === "failed" ? result.detail : "").not.toBe("");
  });

  it("says so when a receiver speaks no TLS", async () => {
    const post = open([`127.0.0.1:${port}`]);

    const result = await post(`https://127.0.0.1:${port}/`);

    expect(result).toMatchObject({ kind: "failed", errorCode: "tls_error" });
  });
});
