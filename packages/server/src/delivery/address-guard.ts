/** Decides which addresses a webhook may reach: internal ones only if `INTRAY_WEBHOOK_ALLOW` names them. */
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

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
/** Only global unicast is allowed in IPv6, which excludes mapped, NAT64 and local addresses. */
const GLOBAL_V6 = ["2000::", 3] as const;
const DENIED_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;
/**
 * Allowed only by an exact entry, never by a range: loopback (dialing 0.0.0.0 or :: reaches it too),
 * link-local addresses, and the metadata services of cloud providers.
 */
const EXACT_ONLY = [
  ["0.0.0.0", 8, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["168.63.129.16", 32, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["::", 127, "ipv6"],
  ["fd00:ec2::254", 128, "ipv6"],
  ["fe80::", 10, "ipv6"],
] as const;

const deniedV4 = new BlockList();
for (const [net, prefix] of DENIED_V4) deniedV4.addSubnet(net, prefix, "ipv4");
const globalV6 = new BlockList();
globalV6.addSubnet(GLOBAL_V6[0], GLOBAL_V6[1], "ipv6");
const deniedV6 = new BlockList();
for (const [net, prefix] of DENIED_V6) deniedV6.addSubnet(net, prefix, "ipv6");
const exactOnly = new BlockList();
for (const [net, prefix, family] of EXACT_ONLY) exactOnly.addSubnet(net, prefix, family);

interface DialTarget {
  /** The host in the URL, without brackets. */
  readonly host: string;
  readonly address: string;
  readonly port: number;
}

export interface AddressGuard {
  /** Why the target must not be dialed, with the setting that would allow it; `undefined` if it may. */
  blockReason(target: DialTarget): string | undefined;
  /**
   * Why a webhook with this URL cannot be saved, as far as the URL itself tells; `undefined` if it can. Nothing
   * is resolved: a public name may still lead to an internal address, which is found when it is dialed.
   */
  urlProblem(url: string): string | undefined;
}

/**
 * @param allow Entries of `INTRAY_WEBHOOK_ALLOW`.
 * @param isOwn Whether the target is the address that this server listens on; no setting allows it.
 * @throws Error that names the first malformed entry.
 */
export function createAddressGuard(
  allow: readonly string[],
  isOwn: (target: DialTarget) => boolean,
): AddressGuard {
  const ranges = new BlockList();
  const exact = new Set<string>();
  const entries = allow.map(parseAllowEntry);
  for (const entry of entries) {
    if (entry.kind === "range") ranges.addSubnet(entry.net, entry.prefix, familyOf(entry.net));
    else exact.add(entryKey(entry.host, entry.port));
  }
  const allowsAddresses = entries.some((entry) => entry.kind === "range" || isIP(entry.host) !== 0);
  const isNamed = (name: string, port: number) =>
    exact.has(name) || exact.has(entryKey(name, port));
  const blockReason = (target: DialTarget) => {
    const { host, address, port } = target;
    const at = hostAndPort(address, port);
    if (isOwn(target)) return `${at} is the address of this server itself. No setting allows that.`;
    if (!isInternal(address)) return undefined;
    if ([host.toLowerCase(), canonical(address)].some((name) => isNamed(name, port)))
      return undefined;
    const family = familyOf(address);
    if (!exactOnly.check(address, family) && ranges.check(address, family)) return undefined;
    return `${host} resolves to the internal address ${address}. To allow it, add ${at} to INTRAY_WEBHOOK_ALLOW.`;
  };
  return {
    blockReason,
    urlProblem(text) {
      const url = new URL(text);
      const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
      const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
      const isLoopback = LOOPBACK_NAME.test(host);
      if (isIP(host) === 0 && !isLoopback) {
        // With an allowed address, the name may resolve to that one.
        if (!INTERNAL_NAME.test(host) || allowsAddresses || isNamed(host, port)) return undefined;
        return `The URL leads to ${host}, a name of an internal network. Use a public host, or add ${hostAndPort(host, port)} to INTRAY_WEBHOOK_ALLOW.`;
      }
      const addresses = isLoopback ? LOOPBACK_ADDRESSES : [host];
      const targets = addresses.map((address) => ({ host, address, port }));
      if (targets.some((target) => blockReason(target) === undefined)) return undefined;
      return targets.every(isOwn)
        ? "The URL leads to this server itself. Use the URL of the receiver."
        : `The URL leads to the internal address ${host}. Use a public address, or add ${hostAndPort(host, port)} to INTRAY_WEBHOOK_ALLOW.`;
    },
  };
}

/** Names that resolve to loopback (RFC 6761). */
const LOOPBACK_NAME = /(?:^|\.)localhost$/;
const LOOPBACK_ADDRESSES = ["127.0.0.1", "::1"] as const;
/** Domains that are reserved for internal networks (ICANN, RFC 6762, RFC 8375); metadata services have such names. */
const INTERNAL_NAME = /(?:^|\.)(?:internal|local|home\.arpa)$/;

/** Whether `address` is anything other than a public unicast address. */
export function isInternal(address: string): boolean {
  if (isIPv4(address)) return deniedV4.check(address, "ipv4");
  if (isIP(address) !== 6) return true;
  return !globalV6.check(address, "ipv6") || deniedV6.check(address, "ipv6");
}

const familyOf = (address: string) => (isIPv4(address) ? "ipv4" : "ipv6");
const hostAndPort = (host: string, port: number) =>
  `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
const entryKey = (host: string, port: number | undefined) =>
  port === undefined ? host : `${host} ${port}`;

/** The spelling that URLs use; a resolver may return another one. */
function canonical(address: string): string {
  const url = `http://[${address}]/`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address;
}

type AllowEntry =
  | { readonly kind: "range"; readonly net: string; readonly prefix: number }
  /** `host` is a name or an address, spelled as in a URL; without `port` every port is allowed. */
  | { readonly kind: "exact"; readonly host: string; readonly port: number | undefined };

/** @throws Error that names the malformed entry. */
function parseAllowEntry(entry: string): AllowEntry {
  const slash = entry.indexOf("/");
  if (slash >= 0) return parseRange(entry, entry.slice(0, slash), entry.slice(slash + 1));
  if (isIPv6(entry)) return { kind: "exact", host: hostOf(`[${entry}]`, entry), port: undefined };
  const [, host, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  if (host === undefined || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) {
    throw problem(entry);
  }
  return {
    kind: "exact",
    host: hostOf(host, entry),
    port: port === undefined ? undefined : Number(port),
  };
}

function parseRange(entry: string, net: string, prefix: string): AllowEntry {
  const family = isIP(net);
  if (family === 0 || !/^\d{1,3}$/.test(prefix) || Number(prefix) > (family === 4 ? 32 : 128)) {
    throw problem(entry);
  }
  return { kind: "range", net, prefix: Number(prefix) };
}

/** The host as `URL` spells it, without brackets: lower case, punycode, canonical addresses. */
function hostOf(host: string, entry: string): string {
  const url = `http://${host}/`;
  if (!/^[^\s/\\?#@*%]+$/.test(host) || !URL.canParse(url)) throw problem(entry);
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}

const problem = (entry: string): Error =>
  new Error(
    `INTRAY_WEBHOOK_ALLOW contains "${entry}", which is not a host, host:port, address, address:port or CIDR range. Valid entries look like receiver.internal, 127.0.0.1:9000, [::1]:9000 or 10.0.0.0/8.`,
  );

/** Whether `address` is loopback or belongs to a current network interface, also in its `::ffff:` form. */
export function isLocalAddress(
  address: string,
  interfaces: typeof networkInterfaces = networkInterfaces,
): boolean {
  const own = new BlockList();
  // Dialing 0.0.0.0 or :: reaches loopback.
  own.addSubnet("0.0.0.0", 8, "ipv4");
  own.addSubnet("127.0.0.0", 8, "ipv4");
  own.addSubnet("::", 127, "ipv6");
  for (const one of Object.values(interfaces()).flatMap((addresses) => addresses ?? [])) {
    own.addAddress(one.address, familyOf(one.address));
  }
  return own.check(address, familyOf(address));
}

/** Thrown when the address guard blocks a connection; the message is the guard's reason. */
export class BlockedAddress extends Error {
  override readonly name = "BlockedAddress";
  readonly code = "INTRAY_BLOCKED_ADDRESS";
}
