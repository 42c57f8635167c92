// Delivers to internal addresses in every spelling; none of the requests may arrive.
import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { isIPv6, type AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { type TestEgressOptions, useTestEgress } from "../../test/egress.ts";
import type { Resolve } from "./dns-lookups.ts";
import vectors from "../../../../test/vectors/internal-addresses.json" with { type: "json" };
import { isLocalAddress } from "./address-guard.ts";

let server: Server;
let port: number;
let arrived: string[];
let answerWith: { status: number; headers: Record<string, string> };
const open = (options: TestEgressOptions = {}) => useTestEgress({ allow: [], ...options });

beforeEach(async () => {
  arrived = [];
  answerWith = { status: 200, headers: {} };
  server = createServer((incoming, answer) => {
    arrived.push(`${incoming.socket.localAddress}`);
    answer.writeHead(answerWith.status, answerWith.headers).end();
  });
  // Listens on all addresses of the machine, IPv6 included where it is available.
  await once(server.listen(0), "listening");
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const to = (...addresses: string[]): Resolve => {
  const found = addresses.map((address): LookupAddress => ({
    address,
    family: isIPv6(address) ? 6 : 4,
  }));
  return (_, done) => done(null, found);
};

describe("a delivery to an internal address", () => {
  it.each([...vectors.loopback, ...vectors.elsewhere])(
    "written as %s is blocked, over TLS too",
    async (host) => {
      const result = await open().post(`http://${host}:${port}/hook`);

      expect(result).toMatchObject({ state: "blocked", remoteIp: null });
      expect(result.result === "failed" && result.reason).toContain("INTRAY_WEBHOOK_ALLOW");
      expect(await open().post(`HTTPS://${host}:${port}/`)).toMatchObject({ state: "blocked" });
      expect(arrived).toEqual([]);
    },
  );

  it.each(vectors.invalid_hosts)("written as %s is an invalid URL", async (host) => {
    const result = await open().post(`http://${host}/`);

    expect(result).toMatchObject({ result: "retry", errorCode: "invalid_url", remoteIp: null });
  });

  it.each(vectors.resolved)("that a name resolves to, %s, is blocked", async (address) => {
    for (const host of ["receiver.test", "RECEIVER.test", "receiver.test."]) {
      const result = await open({ resolve: to(address) }).post(`http://${host}:${port}/`);

      expect(result).toMatchObject({ state: "blocked", remoteIp: null });
    }
    expect(arrived).toEqual([]);
  });

  it("that the resolver of the system returns for localhost is blocked, in each spelling", async () => {
    const egress = open();

    for (const host of ["localhost", "LocalHost"]) {
      expect(await egress.post(`http://${host}:${port}/`)).toMatchObject({ state: "blocked" });
    }
    // Not every resolver accepts the trailing dot.
    expect((await egress.post(`http://localhost.:${port}/`)).receiver).not.toBe("responds");
    expect(arrived).toEqual([]);
  });

  it.each([
    ["93.184.216.34", "127.0.0.1"],
    ["127.0.0.1", "93.184.216.34"],
    ["2606:4700::1111", "::1"],
  ])("returned together with a public one, %s and %s, is blocked", async (...addresses) => {
    const result = await open({ resolve: to(...addresses) }).post(`http://receiver.test:${port}/`);

    expect(result).toMatchObject({ state: "blocked" });
    expect(arrived).toEqual([]);
  });

  it.each([
    ["http://169.254.169.254/latest/meta-data/", 307],
    ["http://127.0.0.1/", 308],
    ["//[::1]/", 301],
    ["http://0x7f.1/", 303],
    ["http://metadata.google.internal/", 302],
  ])("that a receiver redirects to, %s, gets no request", async (location, status) => {
    answerWith = { status, headers: { location } };
    const resolved: string[] = [];
    const egress = open({
      allow: [`receiver.test:${port}`],
      resolve: (host, done) => {
        resolved.push(host);
        to("127.0.0.1")(host, done);
      },
    });

    const result = await egress.post(`http://receiver.test:${port}/`);

    expect(result).toMatchObject({ status });
    expect(resolved).toEqual(["receiver.test"]);
    expect(arrived).toHaveLength(1);
  });
});

describe("a delivery to our own listening address", () => {
  /** Addresses that a URL can contain; link-local ones need a zone, which URLs do not allow. */
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address)
    .filter((address) => !/^fe80:/i.test(address));
  const mapped = own.filter((address) => !isIPv6(address)).map((address) => `::ffff:${address}`);
  const each = [...new Set(["127.0.0.1", "127.9.9.9", "0.0.0.0", ...own, ...mapped])];
  const inUrl = (address: string) => (isIPv6(address) ? `[${address}]` : address);
  const openAllowing = (address: string, resolve?: Resolve) =>
    open({
      allow: [inUrl(address), `${inUrl(address)}:${port}`, "receiver.test", "0.0.0.0/0", "::/0"],
      isOwn: (target) => target.port === port && isLocalAddress(target.address),
      ...(resolve && { resolve }),
    });

  it.each(each)("%s is blocked even if the setting allows it", async (address) => {
    const literal = await openAllowing(address).post(`http://${inUrl(address)}:${port}/`);
    const named = await openAllowing(address, to(address)).post(`http://receiver.test:${port}/`);

    expect([literal.errorCode, named.errorCode]).toEqual(["blocked_address", "blocked_address"]);
    expect(literal.result === "failed" && literal.reason).toContain("this server itself");
    expect(named.result === "failed" && named.reason).toContain("this server itself");
    expect(arrived).toEqual([]);
  });
});
