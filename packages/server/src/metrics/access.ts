/** Decides who may read the metrics: clients on this machine, and clients with the token. */
import { hash, timingSafeEqual } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";

/** `by_token` and `local` may read; the others say why not. */
export type Access = "by_token" | "local" | "wrong_token" | "needs_token" | "from_elsewhere";

export interface Reader {
  /** The address of the socket's peer. */
  readonly remoteAddress: string | undefined;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4"); // also as ::ffff:127.0.0.1
loopback.addAddress("::1", "ipv6");

/** Headers that proxies add. Requests through a proxy on this machine also come from its address. */
const PROXY_HEADERS = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * @param rules.token `undefined` = no token is configured, and an `Authorization` header is ignored.
 * @param rules.needsToken Clients on this machine need the token, too.
 */
export function accessOf(
  { remoteAddress, headers }: Reader,
  { token, needsToken }: { readonly token: string | undefined; readonly needsToken: boolean },
): Access {
  const { authorization } = headers;
  if (token !== undefined && typeof authorization === "string") {
    return isSame(authorization, `Bearer ${token}`) ? "by_token" : "wrong_token";
  }
  const isForwarded = PROXY_HEADERS.some((name) => headers[name] !== undefined);
  if (!isLoopback(remoteAddress) || isForwarded) return "from_elsewhere";
  return needsToken ? "needs_token" : "local";
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && loopback.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** Compares hashes in constant time, so that timing reveals nothing about `secret`. */
function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(sha256(scheme(given)), sha256(secret));
}

/** The scheme is case-insensitive (RFC 9110, section 11.1). */
const scheme = (text: string) => text.replace(/^bearer +/i, "Bearer ");
const sha256 = (text: string) => hash("sha256", text, "buffer");
