/** The entries of `INTRAY_WEBHOOK_ALLOW`: hosts, host:port, addresses, address:port, CIDRs. */
import { isIP, isIPv6 } from "node:net";

export type AllowEntry =
  | { readonly kind: "range"; readonly net: string; readonly prefix: number }
  /** A name, or an address, as a URL would write it; `port` `undefined` = any. */
  | { readonly kind: "exact"; readonly host: string; readonly port: number | undefined };

/** @throws Error that says what is wrong with which entry. */
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

/** As `URL` writes it, without brackets: lower case, punycode, one spelling an address. */
function hostOf(host: string, entry: string): string {
  const url = `http://${host}/`;
  if (!/^[^\s/\\?#@*%]+$/.test(host) || !URL.canParse(url)) throw problem(entry);
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}

function problem(entry: string): Error {
  return new Error(
    `INTRAY_WEBHOOK_ALLOW holds "${entry}", which is none of host, host:port, address, address:port and CIDR. Write it such as receiver.internal, 127.0.0.1:9000, [::1]:9000 or 10.0.0.0/8.`,
  );
}
