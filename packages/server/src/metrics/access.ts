/** Who may read the metrics: this machine itself, and whoever has the token. */
import { hash, timingSafeEqual } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";

export type Access = "granted" | "wrong_token" | "from_elsewhere";

export interface Reader {
  /** The other end of the socket. */
  readonly remoteAddress: string | undefined;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4"); // also as ::ffff:127.0.0.1
loopback.addAddress("::1", "ipv6");

/** What a proxy adds: behind one on this machine, everybody's address is this machine's. */
const OF_PROXIES = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/** @param token `undefined` = there is none, and an `Authorization` header means nothing. */
export function accessOf({ remoteAddress, headers }: Reader, token: string | undefined): Access {
  const { authorization } = headers;
  if (token !== undefined && typeof authorization === "string") {
    return isSame(authorization, `Bearer ${token}`) ? "granted" : "wrong_token";
  }
  const isForwarded = OF_PROXIES.some((name) => headers[name] !== undefined);
  return isLoopback(remoteAddress) && !isForwarded ? "granted" : "from_elsewhere";
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && loopback.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** Of hashes, which are of one length: the time that it takes tells nothing about `secret`. */
function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(sha256(scheme(given)), sha256(secret));
}

/** The scheme's name is free in its letters (RFC 9110, 11.1). */
const scheme = (text: string) => text.replace(/^bearer +/i, "Bearer ");
const sha256 = (text: string) => hash("sha256", text, "buffer");
