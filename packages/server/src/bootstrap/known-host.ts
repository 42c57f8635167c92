/**
 * Which host names the dashboard and the metrics answer to. Without this check, a site whose name an attacker
 * points at this server (DNS rebinding) would count as the dashboard's own origin in a visitor's browser.
 */
import type { IncomingMessage } from "node:http";
import type { Config } from "../config/config.ts";
import { trustedPeer } from "../intake/client-address.ts";

interface Incoming {
  readonly headers: IncomingMessage["headers"];
  readonly socket: Pick<IncomingMessage["socket"], "localAddress" | "remoteAddress">;
}

/** Returns the host of a request with its port, or `undefined` if the server does not answer to it. */
export type KnownHost = (incoming: Incoming) => string | undefined;

type KnownHostArgs = Pick<Config, "publicUrl" | "host" | "allowedHosts" | "trustProxy">;

/**
 * Known are loopback names and addresses, the address that the client has connected to, the host of the public
 * URL, `host` and `allowedHosts`. Ports are not compared, since forwarding changes them. The host is that of
 * `X-Forwarded-Host` if a trusted proxy sent it, otherwise that of `Host`.
 */
export function knownHost({ publicUrl, host, allowedHosts, trustProxy }: KnownHostArgs): KnownHost {
  const hostOf = createHostOf(trustProxy);
  const names = new Set([...namedHosts({ publicUrl, allowedHosts }), nameOf(host)]);
  return (incoming) => {
    const asked = hostOf(incoming);
    const name = hostName(asked);
    const isKnown =
      name !== undefined &&
      (LOOPBACK.test(name) || names.has(name) || name === nameOf(incoming.socket.localAddress));
    return isKnown ? asked : undefined;
  };
}

/** Returns a function that says whether a request is for the host of `filesUrl`; ports are not compared. */
export function filesHost({ filesUrl, trustProxy }: Pick<Config, "filesUrl" | "trustProxy">) {
  const hostOf = createHostOf(trustProxy);
  const name = filesUrl === undefined ? undefined : new URL(filesUrl).hostname;
  return (incoming: Incoming) => name !== undefined && hostName(hostOf(incoming)) === name;
}

function createHostOf(trustProxy: Config["trustProxy"]) {
  const isTrusted = trustedPeer(trustProxy);
  return ({ headers, socket }: Incoming): string | undefined => {
    const forwarded = isTrusted(socket.remoteAddress) ? headers["x-forwarded-host"] : undefined;
    return forwarded === undefined ? headers.host : lastOf(forwarded);
  };
}

/** The host of the public URL and the allowed hosts, each once. */
export function namedHosts({
  publicUrl,
  allowedHosts,
}: Pick<Config, "publicUrl" | "allowedHosts">): readonly string[] {
  const names = [
    publicUrl === undefined ? undefined : new URL(publicUrl).hostname,
    ...allowedHosts.map(nameOf),
  ];
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** Browsers resolve `localhost` and the names under it to loopback without asking DNS. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const lastOf = (header: string | readonly string[]) =>
  String(header).split(",").at(-1)?.trim() ?? "";

/** The canonical name or address in a `Host` header; `undefined` if it is none. */
function hostName(header: string | undefined): string | undefined {
  if (header === undefined || !/^[\w.:[\]-]+$/.test(header)) return undefined;
  return URL.parse(`http://${header}`)?.hostname.replace(/\.$/, "");
}

/** The canonical form of a name or an address, which for IPv6 has no brackets here. */
function nameOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const address = text.replace(/^::ffff:(?=[\d.]+$)/i, "");
  return hostName(address.includes(":") ? `[${address}]` : address);
}
