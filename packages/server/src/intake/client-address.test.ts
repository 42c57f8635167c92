import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import fc from "fast-check";
import { clientAddress } from "./client-address.ts";

const TRUSTED = ["10.0.0.0/8", "2001:db8:f::/48", "192.0.2.7"];

function addressOf(
  headers: IncomingHttpHeaders,
  { peer = "10.0.0.1", trusted = TRUSTED }: { peer?: string | undefined; trusted?: string[] } = {},
): string | null {
  const socket = { remoteAddress: peer } as Pick<Socket, "remoteAddress"> as Socket;
  return clientAddress(trusted)({ headers, socket });
}

const xff = (list: string) => ({ "x-forwarded-for": list });

it.each<[string, IncomingHttpHeaders, string, string?]>([
  ["the peer is not trusted", xff("198.51.100.1"), "203.0.113.9", "203.0.113.9"],
  ["the proxy sends no header", {}, "10.0.0.1"],
  ["the proxy reports it", xff("198.51.100.1"), "198.51.100.1"],
  ["the client forged the entries to its left", xff("1.2.3.4, 198.51.100.1"), "198.51.100.1"],
  ["there are two proxies", xff("1.2.3.4, 198.51.100.1, 192.0.2.7, 10.9.9.9"), "198.51.100.1"],
  ["all addresses are trusted", xff("10.1.1.1, 10.2.2.2"), "10.1.1.1"],
  ["the header is empty", xff(""), "10.0.0.1"],
  ["an entry is malformed", xff("198.51.100.1, unknown, 10.2.2.2"), "10.2.2.2"],
  ["it has a port", xff("198.51.100.1:4711"), "198.51.100.1"],
  ["it is IPv6 in brackets", xff("[2001:DB8::1]:4711"), "2001:db8::1"],
  ["it is IPv6", xff("2001:db8::1"), "2001:db8::1", "2001:db8:f::2"],
  ["the peer is IPv4-mapped", xff("::ffff:198.51.100.1"), "198.51.100.1", "::ffff:10.0.0.1"],
  ["the IPv4-mapped peer is not trusted", xff("1.2.3.4"), "203.0.113.9", "::ffff:203.0.113.9"],
  ["the entry is a number", xff("3232235777"), "10.0.0.1"],
  ["the entry has a zone", xff("fe80::1%eth0"), "10.0.0.1"],
  [
    "Forwarded reports it",
    { forwarded: 'for=1.2.3.4, For="[2001:db8::1]:4711";proto=https' },
    "2001:db8::1",
  ],
  ["Forwarded hides it", { forwarded: "for=198.51.100.1, for=_hidden" }, "10.0.0.1"],
  ["Forwarded is malformed", { forwarded: 'for="198.51.100.1' }, "10.0.0.1"],
  ["both are sent", { ...xff("198.51.100.1"), forwarded: "for=1.2.3.4" }, "198.51.100.1"],
])("is found when %s", (_, headers, expected, peer) => {
  expect(addressOf(headers, { peer })).toBe(expected);
});

it("is the peer's address for any headers of an untrusted peer", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (list, forwarded) => {
      const headers = { "x-forwarded-for": list, forwarded };

      expect(addressOf(headers, { peer: "203.0.113.9" })).toBe("203.0.113.9");
      expect(addressOf(headers, { trusted: [] })).toBe("10.0.0.1");
    }),
  );
});

it("is a valid address for any header", () => {
  const piece = fc.oneof(
    fc.string(),
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom("for=", '"', "[", "]", ":80", ",", ";", "unknown"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      for (const header of [pieces.join(""), pieces.join(", ")]) {
        expect(addressOf({ "x-forwarded-for": header })).toMatch(/^[0-9a-f:.]+$/);
        expect(addressOf({ forwarded: header })).toMatch(/^[0-9a-f:.]+$/);
      }
    }),
  );
});

it("reads a malformed header of 16 KB quickly", () => {
  const header = `${'for="'.repeat(3_000)},${"1.2.3.4,".repeat(2_000)}`;

  expect(addressOf({ forwarded: header })).toBe("10.0.0.1");
  expect(addressOf({ "x-forwarded-for": "10.1.1.1,".repeat(2_000) })).toBe("10.0.0.1");
});

it("is null when the peer has disconnected", () => {
  const socket = {} as Socket;

  expect(clientAddress(TRUSTED)({ headers: { "x-forwarded-for": "1.2.3.4" }, socket })).toBeNull();
});
