/**
 * Egress of webhooks: an undici agent that checks the addresses it dials. For each connection a name is
 * resolved once, all its addresses are checked and one of them is dialed, so DNS rebinding has no effect.
 */
import { isIP } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";
import { Agent, buildConnector, type Dispatcher } from "undici";
import type { Clock } from "../platform/clock.ts";
import { type AddressGuard, BlockedAddress } from "./address-guard.ts";
import { createDnsLookups, type Resolve, socketLookup } from "./dns-lookups.ts";
import { openProxy } from "./proxy.ts";
import { limitResponseBytes } from "./response-limit.ts";

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;
/** Origins whose last address is remembered. An attempt reads it when it ends, so rarely one is missing. */
const MAX_DIALED = 10_000;

/** Ports that receivers listen on are few, unless somebody makes them many. */
const MAX_CONNECTORS = 100;

export interface EgressParts {
  readonly guard: AddressGuard;
  readonly clock: Clock;
  /** `INTRAY_WEBHOOK_PROXY`; `undefined` if receivers are dialed directly. */
  readonly proxy?: string | undefined;
  readonly resolve?: Resolve;
  readonly connectTimeoutMs?: number;
}

export interface Egress {
  readonly dispatcher: Dispatcher;
  /** The address last dialed for an origin; `null` if none was dialed, or if a proxy dials it. */
  remoteIp(origin: string): string | null;
  close(): Promise<void>;
}

export function openEgress({
  guard,
  clock,
  proxy,
  resolve,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
}: EgressParts): Egress {
  const limitedResolve = createDnsLookups(clock, resolve);
  const pool = { keepAliveTimeout: KEEP_ALIVE_MS, pipelining: 1, allowH2: false } as const;
  if (proxy !== undefined)
    return openProxy({ proxy, guard, resolve: limitedResolve, pool, connectTimeoutMs });
  const dialed = new Map<string, string>();
  const inTurn = onePerTurn();
  const connectors = new Map<number, buildConnector.connector>();
  let secureContext: SecureContext | undefined;

  /** Connections of one connector resume TLS sessions, and all share what TLS trusts: a handshake costs half. */
  function connectorTo(port: number): buildConnector.connector {
    const known = connectors.get(port);
    if (known !== undefined) return known;
    secureContext ??= createSecureContext();
    const connector = buildConnector({
      timeout: connectTimeoutMs,
      allowH2: false,
      secureContext,
      lookup: socketLookup(limitedResolve, (name, address) =>
        guard.blockReason({ host: name, address, port }),
      ),
    });
    if (connectors.size >= MAX_CONNECTORS) connectors.clear();
    connectors.set(port, connector);
    return connector;
  }
  const dispatcher = new Agent({
    ...pool,
    connect(options, callback) {
      const host = (options.hostname ?? "").replace(/^\[|\]$/g, "");
      const port = Number(options.port) || (options.protocol === "https:" ? 443 : 80);
      const reason =
        isIP(host) === 0 ? undefined : guard.blockReason({ host, address: host, port });
      if (reason !== undefined) {
        callback(new BlockedAddress(reason), null);
        return;
      }
      inTurn(() =>
        connectorTo(port)(options, (error, socket) => {
          if (error !== null) {
            callback(error, null);
            return;
          }
          limitResponseBytes(socket);
          if (socket.remoteAddress !== undefined) {
            if (dialed.size >= MAX_DIALED) dialed.clear();
            dialed.set(`${options.protocol}//${options.host}`, socket.remoteAddress);
          }
          callback(null, socket);
        }),
      );
    },
  });
  return {
    dispatcher,
    remoteIp: (origin) => dialed.get(origin) ?? null,
    close: () => dispatcher.destroy(),
  };
}

/**
 * Begins one connection in each turn of the event loop. The TLS handshakes of 128 connections that begin
 * together hold up posts for a quarter of a second.
 */
function onePerTurn(): (begin: () => void) => void {
  const waiting: (() => void)[] = [];
  const beginNext = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(beginNext);
  };
  return (begin) => {
    if (waiting.push(begin) === 1) setImmediate(beginNext);
  };
}
