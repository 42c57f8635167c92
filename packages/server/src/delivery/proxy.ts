/**
 * The way out through `INTRAY_WEBHOOK_PROXY`. It resolves the names, so only what is an address
 * already can be judged here; which names may lead inside is for the proxy to decide.
 */
import { isIP } from "node:net";
import { type Dispatcher, Pool, ProxyAgent } from "undici";
import type { AddressGuard } from "./address-guard.ts";
import { boundAnswers } from "./answer-bound.ts";
import { BlockedAddress } from "./blocked-address.ts";
import type { Resolve } from "./dns-lookups.ts";
import { socketLookup } from "./socket-lookup.ts";

export interface ProxyParts {
  /** An http or https address; user name and password may stand in it. */
  readonly proxy: string;
  readonly guard: AddressGuard;
  /** For the proxy's own name. */
  readonly lookUp: Resolve;
  readonly pool: Pool.Options;
  readonly connectTimeoutMs: number;
}

/** Receivers on https are tunnelled to (CONNECT), those on http asked for by their whole address. */
export function openProxy({ proxy, guard, lookUp, pool, connectTimeoutMs }: ProxyParts) {
  const agent = new ProxyAgent({
    ...pool,
    uri: proxy,
    // Whoever sets the proxy vouches for its address.
    proxyTls: {
      timeout: connectTimeoutMs,
      allowH2: false,
      lookup: socketLookup(lookUp, () => undefined),
    },
    requestTls: { timeout: connectTimeoutMs, allowH2: false },
    // For requests: tunnelled or not.
    factory: (origin, options: Pool.Options) =>
      new Pool(origin, boundedBy({ ...pool, ...options })),
    // For CONNECT itself.
    clientFactory: (origin, options) =>
      new Pool(origin, { ...pool, ...options, headersTimeout: connectTimeoutMs }),
  });
  const dispatcher: Dispatcher = agent.compose((dispatch) => (options, handler) => {
    const refusal = refusalOf(guard, String(options.origin));
    if (refusal !== undefined) throw new BlockedAddress(refusal);
    return dispatch(options, tellingRefusals(handler));
  });
  return { dispatcher, remoteIp: () => null, close: () => agent.destroy() };
}

/** The receiver answers through the proxy; it is bounded as when it is dialled. */
function boundedBy(options: Pool.Options): Pool.Options {
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
        boundAnswers(socket);
        done(null, socket);
      }),
  };
}

function refusalOf(guard: AddressGuard, origin: string): string | undefined {
  const { hostname, port, protocol } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, "");
  const address = isLocalhost(host) ? "127.0.0.1" : host;
  if (isIP(address) === 0) return undefined;
  return guard.refusal({ host, address, port: Number(port) || (protocol === "https:" ? 443 : 80) });
}

/** As good as an address: these names are loopback for everyone (RFC 6761, section 6.3). */
const isLocalhost = (host: string) => /^(.+\.)?localhost\.?$/.test(host);

/** The proxy said no, in its own name. */
class ProxyRefused extends Error {
  override readonly name = "ProxyRefused";
  readonly code = "INTRAY_PROXY_REFUSED";
}

/** As `handler`, but told of a proxy's no in words: undici takes it for a bad argument or an abort. */
function tellingRefusals(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...told) => handler.onRequestStart?.(...told),
    onResponseStart: (...told) => handler.onResponseStart?.(...told),
    onResponseData: (...told) => handler.onResponseData?.(...told),
    onResponseEnd: (...told) => handler.onResponseEnd?.(...told),
    onResponseError: (controller, error) =>
      handler.onResponseError?.(controller, refusedBy(error) ?? error),
  };
}

function refusedBy({ message }: Error): ProxyRefused | undefined {
  const [, status] = /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(message) ?? [];
  if (status === undefined) return undefined;
  return new ProxyRefused(
    status === "407"
      ? "The proxy asks for a user name and password that it knows (407). Check INTRAY_WEBHOOK_PROXY."
      : `The proxy would not connect to the receiver (${status}). Its own log says why.`,
  );
}
