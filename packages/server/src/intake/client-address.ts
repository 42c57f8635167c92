/** Finds the IP address of the client: the socket's peer, or the address that trusted proxies report. */
import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

/** The client's address in canonical form, IPv4-mapped IPv6 as IPv4; `null` if the peer has disconnected. */
export type ClientAddress = (
  incoming: Pick<IncomingMessage, "headers" | "socket">,
) => string | null;

/** Hops of a header that are read, from its end. Longer chains of proxies are not supported. */
const MAX_HOPS = 32;
const MAX_CACHED_ADDRESSES = 1_000;
const MAPPED_PREFIX = "::ffff:";

/**
 * Reads `X-Forwarded-For`, or `Forwarded` (RFC 7239) if it is missing, from right to left: while an address
 * belongs to a trusted proxy, the address to its left is taken over. An entry that is no address ends the scan.
 *
 * @param trusted CIDRs or addresses of proxies. If empty, the headers are ignored.
 */
export function clientAddress(trusted: readonly string[]): ClientAddress {
  const isTrusted = trustIn(trusted.map(parseRange));
  return ({ headers, socket }) => {
    const peer = withoutMapping(socket.remoteAddress);
    if (peer === null || trusted.length === 0 || !isTrusted(peer)) return peer;
    const forwarded = headers["x-forwarded-for"];
    const hops =
      forwarded === undefined
        ? forwardedFor(headers.forwarded)
        : listOf(typeof forwarded === "string" ? forwarded : forwarded.join(","));
    let nearest = peer;
    for (const hop of hops.slice(-MAX_HOPS).toReversed()) {
      const address = parseHop(hop);
      if (address === undefined) break;
      nearest = address;
      if (!isTrusted(address)) break;
    }
    return nearest;
  };
}

/** Returns whether a socket's peer is one of the trusted proxies. @param trusted CIDRs or addresses. */
export function trustedPeer(
  trusted: readonly string[],
): (remoteAddress: string | undefined) => boolean {
  const isTrusted = trustIn(trusted.map(parseRange));
  return (remoteAddress) => {
    const peer = withoutMapping(remoteAddress);
    return peer !== null && trusted.length > 0 && isTrusted(peer);
  };
}

/** Parses an address or a CIDR. @throws Error for any other text. */
export function parseRange(text: string): Range {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** Caches the result by address, since the same few proxies occur in every post. */
function trustIn(ranges: readonly Range[]): (address: string) => boolean {
  const cache = new Map<string, boolean>();
  return (address) => {
    const cached = cache.get(address);
    if (cached !== undefined) return cached;
    const parsed = ipaddr.process(address);
    const isTrusted = ranges.some(
      ([range, bits]) => range.kind() === parsed.kind() && parsed.match([range, bits]),
    );
    if (cache.size >= MAX_CACHED_ADDRESSES) cache.clear();
    cache.set(address, isTrusted);
    return isTrusted;
  };
}

const listOf = (header: string) => header.split(",").map((hop) => hop.trim());

/** The `for` parameter of each element; `""` for an element without a valid one. */
function forwardedFor(header: string | undefined): readonly string[] {
  if (header === undefined) return [];
  return listOf(header).map((element) => {
    const [, quoted, token] =
      /(?:^|;)\s*for=(?:"([^"\\]*)"|([^";\s]+))\s*(?:;|$)/i.exec(element) ?? [];
    return quoted ?? token ?? "";
  });
}

/** Accepts `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:4711`. */
export function parseHop(hop: string): string | undefined {
  const [, bracketed] = /^\[([0-9a-f:.]{2,45})\](?::\d{1,5})?$/i.exec(hop) ?? [];
  const [, withPort] = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(hop) ?? [];
  const text = bracketed ?? withPort ?? hop;
  // Stricter than ipaddr.process, which also accepts "1" and "0x7f.1"; proxies never write these.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  return address.kind() === "ipv6" && (address as ipaddr.IPv6).zoneId !== undefined
    ? undefined
    : address.toString();
}

function withoutMapping(address: string | undefined): string | null {
  if (address === undefined) return null;
  return address.startsWith(MAPPED_PREFIX) && address.includes(".")
    ? address.slice(MAPPED_PREFIX.length)
    : address;
}
