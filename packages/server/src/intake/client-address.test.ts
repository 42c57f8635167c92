import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import fc from "fast-check";
import { clientAddress } from "./client-address.ts";

const TRUSTED = ["10.0.0.0/8", "2001:db8:f::/48", "192.0.2.7"];

function addressOf(
  headers: IncomingHttpHeaders,
  { peer = "10.0.0.1", trusted = TRUSTED } = {},
): string | null {
  const socket = { remoteAddress: peer } as Pick<Socket, "remoteAddress"> as Socket;
  return clientAddress(trusted)({ headers, socket });
}

describe("the client's address", () => {
  it.each<[string, IncomingHttpHeaders, string, string]>([
    [
      "the peer is not trusted",
      { "x-forwarded-for": "198.51.100.1" },
      "203.0.113.9",
      "203.0.113.9",
    ],
    ["the proxy sends no header", {}, "10.0.0.1", "10.0.0.1"],
    ["the proxy reports it", { "x-forwarded-for": "198.51.100.1" }, "10.0.0.1", "198.51.100.1"],
    [
      "the client forged the entries to its left",
      { "x-forwarded-for": "1.2.3.4, 198.51.100.1" },
      "10.0.0.1",
      "198.51.100.1",
    ],
    [
      "there are several trusted proxies",
      { "x-forwarded-for": "1.2.3.4, 198.51.100.1, 192.0.2.7, 10.9.9.9" },
      "10.0.0.1",
      "198.51.100.1",
    ],
    [
      "all addresses are trusted",
      { "x-forwarded-for": "10.1.1.1, 10.2.2.2" },
      "10.0.0.1",
      "10.1.1.1",
    ],
    ["the header is empty", { "x-forwarded-for": "" }, "10.0.0.1", "10.0.0.1"],
    [
      "an entry is malformed",
      { "x-forwarded-for": "198.51.100.1, unknown, 10.2.2.2" },
      "10.0.0.1",
      "10.2.2.2",
    ],
    ["it has a port", { "x-forwarded-for": "198.51.100.1:4711" }, "10.0.0.1", "198.51.100.1"],
    [
      "it is IPv6 in brackets",
      { "x-forwarded-for": "[2001:DB8::1]:4711" },
      "10.0.0.1",
      "2001:db8::1",
    ],
    ["it is IPv6", { "x-forwarded-for": "2001:db8::1" }, "2001:db8:f::2", "2001:db8::1"],
    [
      "the peer is IPv4-mapped",
      { "x-forwarded-for": "::ffff:198.51.100.1" },
      "::ffff:10.0.0.1",
      "198.51.100.1",
    ],
    [
      "the IPv4-mapped peer is not trusted",
      { "x-forwarded-for": "1.2.3.4" },
      "::ffff:203.0.113.9",
      "203.0.113.9",
    ],
    ["the entry is a number", { "x-forwarded-for": "3232235777" }, "10.0.0.1", "10.0.0.1"],
    ["the entry has a zone", { "x-forwarded-for": "fe80::1%eth0" }, "10.0.0.1", "10.0.0.1"],
    [
      "Forwarded reports it",
      { forwarded: 'for=1.2.3.4, For="[2001:db8::1]:4711";proto=https' },
      "10.0.0.1",
      "2001:db8::1",
    ],
    ["Forwarded hides it", { forwarded: "for=198.51.100.1, for=_hidden" }, "10.0.0.1", "10.0.0.1"],
    ["Forwarded is malformed", { forwarded: 'for="198.51.100.1' }, "10.0.0.1", "10.0.0.1"],
    [
      "both headers are present",
      { "x-forwarded-for": "198.51.100.1", forwarded: "for=1.2.3.4" },
      "10.0.0.1",
      "198.51.100.1",
    ],
  ])("is found when %s", (_, headers, peer, expected) => {
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

    expect(
      clientAddress(TRUSTED)({ headers: { "x-forwarded-for": "1.2.3.4" }, socket }),
    ).toBeNull();
  });
});
