/** Whose post it is: the peer, or the client that trusted proxies in front of the server name. */
import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

/** The client's address in its usual spelling, IPv4 in IPv6 as IPv4; `null` when the peer is gone. */
export type ClientAddress = (
  incoming: Pick<IncomingMessage, "headers" | "socket">,
) => string | null;

/** Hops of one header that are looked at; whoever sends more is no proxy of ours. */
const MAX_HOPS = 32;
const MAX_REMEMBERED = 1_000;
const MAPPED = "::ffff:";

/**
 * Walks `X-Forwarded-For`, or `Forwarded` (RFC 7239) where that is missing, from its right end: as long
 * as an address is a trusted proxy's, the one to its left is believed. What is no address ends the walk.
 *
 * @param trusted CIDRs or addresses. None: no header is ever looked at.
 */
export function clientAddress(trusted: readonly string[]): ClientAddress {
  const isTrusted = trustIn(trusted.map(parseRange));
  return ({ headers, socket }) => {
    const peer = plain(socket.remoteAddress);
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

/** @throws Error for what is neither an address nor a CIDR. */
export function parseRange(text: string): Range {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** Proxies are few and come again with every post, so what was said of an address is remembered. */
function trustIn(ranges: readonly Range[]): (address: string) => boolean {
  const known = new Map<string, boolean>();
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const parsed = ipaddr.process(address);
    const isTrusted = ranges.some(
      ([range, bits]) => range.kind() === parsed.kind() && parsed.match([range, bits]),
    );
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(address, isTrusted);
    return isTrusted;
  };
}

const listOf = (header: string) => header.split(",").map((hop) => hop.trim());

/** The `for` of each element; an element without one, or one that is quoted wrongly, is no address. */
function forwardedFor(header: string | undefined): readonly string[] {
  if (header === undefined) return [];
  return listOf(header).map((element) => {
    const [, quoted, token] =
      /(?:^|;)\s*for=(?:"([^"\\]*)"|([^";\s]+))\s*(?:;|$)/i.exec(element) ?? [];
    return quoted ?? token ?? "";
  });
}

/** `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:4711`. */
function parseHop(hop: string): string | undefined {
  const [, bracketed] = /^\[([0-9a-f:.]{2,45})\](?::\d{1,5})?$/i.exec(hop) ?? [];
  const [, withPort] = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(hop) ?? [];
  const text = bracketed ?? withPort ?? hop;
  // The parser also takes "1" and "0x7f.1" for addresses; proxies write none of that.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  return address.kind() === "ipv6" && (address as ipaddr.IPv6).zoneId !== undefined
    ? undefined
    : address.toString();
}

function plain(address: string | undefined): string | null {
  if (address === undefined) return null;
  return address.startsWith(MAPPED) && address.includes(".")
    ? address.slice(MAPPED.length)
    : address;
}
