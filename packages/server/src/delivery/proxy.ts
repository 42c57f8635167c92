/**
 * Egress through `INTRAY_WEBHOOK_PROXY`. The proxy resolves names, so the guard can only check URLs whose
 * host is an address; the proxy must itself block names that resolve to internal addresses.
 */
import { isIP } from "node:net";
import { type Dispatcher, Pool, ProxyAgent } from "undici";
import { type AddressGuard, BlockedAddress } from "./address-guard.ts";
import { type Resolve, socketLookup } from "./dns-lookups.ts";
import { limitResponseBytes } from "./response-limit.ts";

export interface ProxyParts {
  /** An http or https URL, which may contain a user name and password. */
  readonly proxy: string;
  readonly guard: AddressGuard;
  readonly resolve: Resolve;
  readonly pool: Pool.Options;
  readonly connectTimeoutMs: number;
}

/** Requests to https receivers go through a CONNECT tunnel; requests to http receivers carry the whole URL. */
export function openProxy({ proxy, guard, resolve, pool, connectTimeoutMs }: ProxyParts) {
  const agent = new ProxyAgent({
    ...pool,
    uri: proxy,
    // The operator sets the proxy, so its address is not checked.
    proxyTls: {
      timeout: connectTimeoutMs,
      allowH2: false,
      lookup: socketLookup(resolve, () => undefined),
    },
    requestTls: { timeout: connectTimeoutMs, allowH2: false },
    // For requests, tunneled or not.
    factory: (origin, options: Pool.Options) =>
      new Pool(origin, withResponseLimit({ ...pool, ...options })),
    // For the CONNECT requests.
    clientFactory: (origin, options) =>
      new Pool(origin, { ...pool, ...options, headersTimeout: connectTimeoutMs }),
  });
  const dispatcher: Dispatcher = agent.compose((dispatch) => (options, handler) => {
    const reason = blockReason(guard, String(options.origin));
    if (reason !== undefined) throw new BlockedAddress(reason);
    return dispatch(options, explainingProxyErrors(handler));
  });
  return { dispatcher, remoteIp: () => null, close: () => agent.destroy() };
}

/** Limits responses that come through the proxy like those of receivers that are dialed directly. */
function withResponseLimit(options: Pool.Options): Pool.Options {
  const { connect } = options;
  if (typeof connect !== "function") return options;
  return {
    ...options,
    connect: (target, done) =>
      connect(target, (error, socket) => {
        if (error !== null) {
          done(error, null);
          return;
        }
        limitResponseBytes(socket);
        done(null, socket);
      }),
  };
}

function blockReason(guard: AddressGuard, origin: string): string | undefined {
  const { hostname, port, protocol } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, "");
  const address = isLocalhost(host) ? "127.0.0.1" : host;
  if (isIP(address) === 0) return undefined;
  const dialedPort = Number(port) || (protocol === "https:" ? 443 : 80);
  return guard.blockReason({ host, address, port: dialedPort });
}

/** These names always resolve to loopback (RFC 6761, section 6.3). */
const isLocalhost = (host: string) => /^(.+\.)?localhost\.?$/.test(host);

class ProxyRefused extends Error {
  override readonly name = "ProxyRefused";
  readonly code = "INTRAY_PROXY_REFUSED";
}

/** Replaces errors of the proxy by {@link ProxyRefused}: undici reports them as a bad argument or an abort. */
function explainingProxyErrors(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...args) => handler.onRequestStart?.(...args),
    onResponseStart: (...args) => handler.onResponseStart?.(...args),
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (controller, error) =>
      handler.onResponseError?.(controller, proxyRefusal(error) ?? error),
  };
}

function proxyRefusal({ message }: Error): ProxyRefused | undefined {
  const [, status] = /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(message) ?? [];
  if (status === undefined) return undefined;
  return new ProxyRefused(
    status === "407"
      ? "The proxy rejected the user name and password, or none were sent (407). Check INTRAY_WEBHOOK_PROXY."
      : `The proxy did not connect to the receiver (${status}). Check the log of the proxy.`,
  );
}
