/** Which addresses a webhook may reach. Internal ones only where a setting names them. */
import { BlockList, isIP, isIPv4 } from "node:net";

const DENIED_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
/** Of IPv6 only global unicast is let through, so mapped, NAT64 and local addresses fall out. */
const GLOBAL_V6 = ["2000::", 3] as const;
const DENIED_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;
/** Opened by an exact entry alone, never by a range. Dialling 0.0.0.0 or :: reaches loopback. */
const LOCAL = [
  ["0.0.0.0", 8, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["::", 127, "ipv6"],
  ["fe80::", 10, "ipv6"],
] as const;

const deniedV4 = new BlockList();
for (const [net, prefix] of DENIED_V4) deniedV4.addSubnet(net, prefix, "ipv4");
const globalV6 = new BlockList();
globalV6.addSubnet(GLOBAL_V6[0], GLOBAL_V6[1], "ipv6");
const deniedV6 = new BlockList();
for (const [net, prefix] of DENIED_V6) deniedV6.addSubnet(net, prefix, "ipv6");
const local = new BlockList();
for (const [net, prefix, family] of LOCAL) local.addSubnet(net, prefix, family);

/** An address that is about to be dialled. */
export interface Dialled {
  /** The name in the URL, without brackets. */
  readonly host: string;
  readonly address: string;
  readonly port: number;
}

export interface AddressGuard {
  /** Why it must not be dialled, naming the setting that would allow it; `undefined` when it may. */
  refusal(dialled: Dialled): string | undefined;
}

/**
 * @param allow Entries of `INTRAY_WEBHOOK_ALLOW`: hosts, host:port, addresses, address:port, CIDRs.
 * @param isOwn Our own listening address; nothing opens it.
 */
export function createAddressGuard(
  allow: readonly string[],
  isOwn: (dialled: Dialled) => boolean,
): AddressGuard {
  const ranges = new BlockList();
  const exact = new Set<string>();
  for (const entry of allow) {
    const [net = "", prefix] = entry.split("/");
    if (prefix !== undefined && isIP(net) !== 0) {
      ranges.addSubnet(net, Number(prefix), isIPv4(net) ? "ipv4" : "ipv6");
    } else {
      exact.add(entry.toLowerCase());
    }
  }
  return {
    refusal(dialled) {
      const { host, address, port } = dialled;
      if (isOwn(dialled))
        return `${address}:${port} is this server itself, and no setting opens that.`;
      if (!isInternal(address)) return undefined;
      const names = [host.toLowerCase(), address, bracketed(address)];
      if (names.some((name) => exact.has(name) || exact.has(`${name}:${port}`))) return undefined;
      const family = isIPv4(address) ? "ipv4" : "ipv6";
      if (!local.check(address, family) && ranges.check(address, family)) return undefined;
      return `${host} is the internal address ${address}. To allow it, add ${bracketed(address)}:${port} to INTRAY_WEBHOOK_ALLOW.`;
    },
  };
}

/** Everything that is not a public unicast address. */
export function isInternal(address: string): boolean {
  if (isIPv4(address)) return deniedV4.check(address, "ipv4");
  if (isIP(address) !== 6) return true;
  return !globalV6.check(address, "ipv6") || deniedV6.check(address, "ipv6");
}

const bracketed = (address: string) => (address.includes(":") ? `[${address}]` : address);
