/** Recognizes addresses without a location: loopback, link-local and private networks. */
import { BlockList, isIPv4, isIPv6 } from "node:net";

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  PRIVATE.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  PRIVATE.addSubnet(network, bits, "ipv6");
}

/** Strips the `::ffff:` that a dual-stack socket puts in front of an IPv4 address. */
export function withoutMapping(ip: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
}

/** Also true for text that is no IP address. */
export function isPrivate(ip: string): boolean {
  if (isIPv4(ip)) return PRIVATE.check(ip, "ipv4");
  return !isIPv6(ip) || PRIVATE.check(ip, "ipv6");
}
