/** Parses the entries of `INTRAY_WEBHOOK_ALLOW`: host, host:port, address, address:port, CIDR range. */
import { isIP, isIPv6 } from "node:net";

export type AllowEntry =
  | { readonly kind: "range"; readonly net: string; readonly prefix: number }
  /** `host` is a name or an address, spelled as in a URL; without `port` every port is allowed. */
  | { readonly kind: "exact"; readonly host: string; readonly port: number | undefined };

/** @throws Error that names the malformed entry. */
export function parseAllowEntry(entry: string): AllowEntry {
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

function problem(entry: string): Error {
  return new Error(
    `INTRAY_WEBHOOK_ALLOW contains "${entry}", which is not a host, host:port, address, address:port or CIDR range. Valid entries look like receiver.internal, 127.0.0.1:9000, [::1]:9000 or 10.0.0.0/8.`,
  );
}
