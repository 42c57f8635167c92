import type { NetworkInterfaceInfo } from "node:os";
import fc from "fast-check";
import { createAddressGuard, isInternal, isLocalAddress } from "./address-guard.ts";

const targetOf = (url: string) => {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  return { host, address: host, port: Number(port) || 80 };
};
const guard = (...allow: string[]) => createAddressGuard(allow, ({ port }) => port === 8787);

describe("the address guard", () => {
  // address-spellings.test.ts has the loopback, link-local and private ones.
  it.each([
    "http://100.64.0.1/",
    "http://168.63.129.16/",
    "http://198.18.0.1/",
    "http://192.0.0.1/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://[2001:db8::1]/",
    "http://[2001::1]/",
    "http://[3fff::1]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
  ])("blocks %s and names the setting that would allow it", (url) => {
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

  it.each([
    ["127.0.0.1", "http://127.0.0.1:9000/", true],
    ["127.0.0.1:9000", "http://127.0.0.1:9000/", true],
    ["127.0.0.1:9001", "http://127.0.0.1:9000/", false],
    ["[::1]:9000", "http://[::1]:9000/", true],
    ["10.0.0.0/8", "http://10.9.8.7/", true],
    ["10.0.0.0/8", "http://192.168.0.1/", false],
    ["127.0.0.0/8", "http://127.0.0.1/", false],
    ["127.0.0.1/32", "http://127.0.0.1/", false],
    ["0.0.0.0/0", "http://169.254.169.254/", false],
    ["0.0.0.0/0", "http://168.63.129.16/", false],
    ["::/0", "http://[::ffff:169.254.169.254]/", false],
    ["fd00::/8", "http://[fd00:ec2::254]/", false],
    ["127.0.0.1", "http://0.0.0.0/", false],
    ["127.0.0.1", "http://[::ffff:127.0.0.1]/", false],
    ["127.1", "http://127.0.0.1/", true],
    ["::1", "http://[::1]/", true],
    ["[0:0::0:1]", "http://[::1]:9000/", true],
    ["[::FFFF:127.0.0.1]", "http://[::ffff:7f00:1]/", true],
    ["fd00:ec2::254", "http://[fd00:ec2::254]/", true],
    ["127.0.0.1:80", "http://127.0.0.1/", true],
    ["127.0.0.1:80", "http://127.0.0.1:8080/", false],
    ["0.0.0.0/0", "http://0.0.0.0/", false],
    ["0.0.0.0/0", "http://127.0.0.1/", false],
    ["0.0.0.0/0", "http://[::ffff:127.0.0.1]/", false],
    ["::/0", "http://[::]/", false],
    ["::/0", "http://[::1]/", false],
    ["::/0", "http://[::ffff:127.0.0.1]/", false],
    ["::/0", "http://127.0.0.1/", false],
    ["::/0", "http://[fe80::1]/", false],
    ["0.0.0.0:9000", "http://0.0.0.0:9000/", true],
    ["fd00::/8", "http://[fd00::5]/", true],
    ["127.0.0.1:8787", "http://127.0.0.1:8787/", false],
  ])("with the entry %s allows %s: %s", (entry, url, isAllowed) => {
    expect(guard(entry).blockReason(targetOf(url)) === undefined).toBe(isAllowed);
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

  it.each([
    "10.0.0.0/",
    "10.0.0.0/33",
    "10.0.0.0/8x",
    "10.0.0.0/-1",
    "999.0.0.0/8",
    "fd00::/129",
    "http://receiver.internal",
    "receiver.internal/hook",
    "receiver.internal:99999",
    "receiver.internal:0",
    "receiver.internal:http",
    "[::1",
    "*.internal",
    "user@receiver.internal",
    "two words",
    ":80",
  ])("rejects the malformed entry %j and names it", (entry) => {
    expect(() => guard("127.0.0.1", entry)).toThrow(`INTRAY_WEBHOOK_ALLOW contains "${entry}"`);
  });

  it("matches a host by its name", () => {
    const toName = { host: "receiver.internal", address: "10.0.0.7", port: 443 };

    expect(guard("Receiver.internal:443").blockReason(toName)).toBeUndefined();
    expect(guard("other.internal").blockReason(toName)).toContain("receiver.internal");
  });
});

describe("the check of a webhook's URL", () => {
  it.each([
    "http://127.0.0.1:9000/",
    "http://0x7f.1/",
    "http://10.1.2.3/hook",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::1]/",
    "http://[fe80::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://localhost:9000/",
    "http://LOCALHOST./",
    "http://app.localhost/",
    "http://metadata.google.internal/",
    "http://receiver.internal./",
    "http://printer.local/",
    "https://nas.home.arpa/",
  ])("refuses %s without resolving it, and names the setting", (url) => {
    expect(guard().urlProblem(url)).toMatch(/^The URL leads to .*INTRAY_WEBHOOK_ALLOW\.$/);
  });

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

  it.each([
    ["127.0.0.1:9000", "http://127.0.0.1:9000/", true],
    ["127.0.0.1:9000", "http://127.0.0.1:9001/", false],
    ["127.0.0.1:9000", "http://localhost:9000/", true],
    ["[::1]", "http://localhost:9000/", true],
    ["localhost", "http://localhost:9000/", true],
    ["10.0.0.0/8", "http://localhost:9000/", false],
    ["10.0.0.0/8", "http://10.9.8.7/", true],
    ["receiver.internal", "http://receiver.internal:9000/", true],
    ["receiver.internal:9000", "http://receiver.internal:9000/", true],
    ["receiver.internal:9000", "http://receiver.internal/", false],
    ["receiver.internal", "http://other.internal/", false],
    // The name may resolve to an address of the range.
    ["10.0.0.0/8", "http://receiver.internal/", true],
  ])("with %s in the setting, %s: %s", (allow, url, isAllowed) => {
    expect(guard(allow).urlProblem(url) === undefined).toBe(isAllowed);
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
