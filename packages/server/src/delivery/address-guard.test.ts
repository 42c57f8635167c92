import type { NetworkInterfaceInfo } from "node:os";
import fc from "fast-check";
import vectors from "../../../../test/vectors/internal-addresses.json" with { type: "json" };
import { createAddressGuard, isInternal, isLocalAddress } from "./address-guard.ts";

const targetOf = (url: string) => {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  return { host, address: host, port: Number(port) || 80 };
};
const guard = (...allow: string[]) => createAddressGuard(allow, ({ port }) => port === 8787);

describe("the address guard", () => {
  // address-spellings.test.ts has the loopback, link-local and private ones.
  it.each(vectors.blocked_urls)("blocks %s and names the setting that would allow it", (url) => {
    expect(guard().blockReason(targetOf(url))).toMatch(/internal address .*INTRAY_WEBHOOK_ALLOW/);
  });

  it.each(["http://93.184.216.34/", "http://8.8.8.8/", "http://[2606:4700::1111]/"])(
    "allows %s",
    (url) => {
      expect(guard().blockReason(targetOf(url))).toBeUndefined();
    },
  );

  it("treats text that is not an address as internal", () => {
    expect(isInternal("not an address")).toBe(true);
  });

  it.each(vectors.allowed_by_entry)("decides %j", ({ entry, url, allowed }) => {
    expect(guard(entry).blockReason(targetOf(url)) === undefined).toBe(allowed);
  });

  it("matches an address that a resolver spells differently", () => {
    const mapped = { host: "receiver.internal", address: "::ffff:10.0.0.7", port: 80 };

    expect(guard("[::ffff:a00:7]").blockReason(mapped)).toBeUndefined();
    expect(guard("10.0.0.0/8").blockReason(mapped)).toBeUndefined();
    expect(guard().blockReason(mapped)).toContain("[::ffff:10.0.0.7]:80");
  });

  it("without entries blocks every address of a denied range in every spelling", () => {
    const byte = fc.nat(255);
    const net = fc.constantFrom("10", "127", "0", "100.64", "169.254", "172.20", "192.168", "240");
    fc.assert(
      fc.property(net, fc.tuple(byte, byte, byte), (start, rest) => {
        const address = [...start.split("."), ...rest].slice(0, 4).join(".");
        const hex = address
          .split(".")
          .map((part) => Number(part).toString(16).padStart(2, "0"))
          .join("");
        const number = String(Number.parseInt(hex, 16));

        const reachable = [
          `http://${address}/`,
          `http://${number}/`,
          `http://0x${hex}/`,
          `http://[::ffff:${address}]/`,
          `http://[64:ff9b::${hex.slice(0, 4)}:${hex.slice(4)}]/`,
          `http://[2002:${hex.slice(0, 4)}:${hex.slice(4)}::1]/`,
        ].filter((url) => guard().blockReason(targetOf(url)) === undefined);

        expect(reachable).toEqual([]);
      }),
    );
  });

  it.each(vectors.malformed_entries)("rejects the malformed entry %j and names it", (entry) => {
    expect(() => guard("127.0.0.1", entry)).toThrow(`INTRAY_WEBHOOK_ALLOW contains "${entry}"`);
  });

  it("matches a host by its name", () => {
    const toName = { host: "receiver.internal", address: "10.0.0.7", port: 443 };

    expect(guard("Receiver.internal:443").blockReason(toName)).toBeUndefined();
    expect(guard("other.internal").blockReason(toName)).toContain("receiver.internal");
  });
});

describe("the check of a webhook's URL", () => {
  it.each(vectors.refused_webhook_urls)(
    "refuses %s without resolving it, and names the setting",
    (url) => {
      expect(guard().urlProblem(url)).toMatch(/^The URL leads to .*INTRAY_WEBHOOK_ALLOW\.$/);
    },
  );

  it.each([
    "https://example.org/hook",
    "http://8.8.8.8/",
    "http://[2606:4700::1111]/",
    // Whether these names are internal is only known once they are resolved.
    "http://receiver:9000/",
    "https://internal.example.org/",
    "https://mylocal/",
    "https://notlocalhost/",
  ])("accepts %s", (url) => {
    expect(guard().urlProblem(url)).toBeUndefined();
  });

  it.each(vectors.saved_with_entry)("decides %j", ({ entry, url, allowed }) => {
    expect(guard(entry).urlProblem(url) === undefined).toBe(allowed);
  });

  it("refuses the address of this server, whatever the setting says", () => {
    const own = createAddressGuard(["127.0.0.1", "[::1]"], ({ port }) => port === 8787);

    expect(own.urlProblem("http://127.0.0.1:8787/f/1")).toContain("this server itself");
    expect(own.urlProblem("http://localhost:8787/f/1")).toContain("this server itself");
  });
});

const interfacesWith = (...addresses: string[]) => ({
  eth0: addresses.map((address) => ({ address }) as NetworkInterfaceInfo),
});

it.each([
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["0.0.0.0", true],
  ["::", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["192.168.1.7", true],
  ["::ffff:192.168.1.7", true],
  ["::ffff:c0a8:107", true],
  ["0:0:0:0:0:FFFF:C0A8:0107", true],
  ["2001:DB8:0::0:7", true],
  ["::ffff:c0a8:108", false],
  ["fe80::1%eth0", false],
  ["not an address", false],
  ["2001:db8::7", true],
  ["192.168.1.8", false],
  ["2001:db8::8", false],
  ["::2", false],
])("%s belongs to this machine: %j", (address, expected) => {
  expect(isLocalAddress(address, () => interfacesWith("192.168.1.7", "2001:db8::7"))).toBe(
    expected,
  );
});
