/**
 * The way out: an undici agent that judges the very address it dials. A name is resolved once, every
 * answer is judged, and one of those is dialled, so an answer that changes later changes nothing.
 */
import { isIP } from "node:net";
import { Agent, buildConnector, type Dispatcher } from "undici";
import type { Clock } from "../platform/clock.ts";
import type { AddressGuard } from "./address-guard.ts";
import { boundAnswers } from "./answer-bound.ts";
import { BlockedAddress } from "./blocked-address.ts";
import { createLookUps, type Resolve } from "./dns-lookups.ts";
import { openProxy } from "./proxy.ts";
import { socketLookup } from "./socket-lookup.ts";

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;

export interface EgressParts {
  readonly guard: AddressGuard;
  readonly clock: Clock;
  /** `INTRAY_WEBHOOK_PROXY`; `undefined` = dial the receivers themselves. */
  readonly proxy?: string | undefined;
  readonly resolve?: Resolve;
  readonly connectTimeoutMs?: number;
}

export interface Egress {
  readonly dispatcher: Dispatcher;
  /** The address last dialled for an origin; `null` when there was none, or a proxy knows it. */
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
  const lookUp = createLookUps(clock, resolve);
  const pool = { keepAliveTimeout: KEEP_ALIVE_MS, pipelining: 1, allowH2: false } as const;
  if (proxy !== undefined) return openProxy({ proxy, guard, lookUp, pool, connectTimeoutMs });
  const dialled = new Map<string, string>();
  const dispatcher = new Agent({
    ...pool,
    connect(options, callback) {
      const host = (options.hostname ?? "").replace(/^\[|\]$/g, "");
      const port = Number(options.port) || (options.protocol === "https:" ? 443 : 80);
      const refusal = isIP(host) === 0 ? undefined : guard.refusal({ host, address: host, port });
      if (refusal !== undefined) {
        callback(new BlockedAddress(refusal), null);
        return;
      }
      const connector = buildConnector({
        timeout: connectTimeoutMs,
        allowH2: false,
        lookup: socketLookup(lookUp, (name, address) =>
          guard.refusal({ host: name, address, port }),
        ),
      });
      connector(options, (error, socket) => {
        if (error !== null) {
          callback(error, null);
          return;
        }
        boundAnswers(socket);
        if (socket.remoteAddress !== undefined) {
          dialled.set(`${options.protocol}//${options.host}`, socket.remoteAddress);
        }
        callback(null, socket);
      });
    },
  });
  return {
    dispatcher,
    remoteIp: (origin) => dialled.get(origin) ?? null,
    close: () => dispatcher.destroy(),
  };
}
