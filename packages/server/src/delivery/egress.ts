/**
 * The way out: an undici agent that judges the very address it dials. A name is resolved once, every
 * answer is judged, and one of those is dialled, so an answer that changes later changes nothing.
 */
import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { Agent, buildConnector } from "undici";
import type { AddressGuard } from "./address-guard.ts";

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;

/** Resolves a name to all its addresses; injected by tests. */
export type Resolve = (
  host: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** The guard's refusal, as the error that ends the request. */
export class BlockedAddress extends Error {
  override readonly name = "BlockedAddress";
  readonly code = "INTRAY_BLOCKED_ADDRESS";
}

export interface Egress {
  readonly dispatcher: Agent;
  /** The address last dialled for an origin; `null` when there was none. */
  remoteIp(origin: string): string | null;
  close(): Promise<void>;
}

export function openEgress(
  guard: AddressGuard,
  resolve: Resolve = shared(resolveBySystem),
): Egress {
  const dialled = new Map<string, string>();
  const dispatcher = new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
    allowH2: false,
    connect(options, callback) {
      const host = (options.hostname ?? "").replace(/^\[|\]$/g, "");
      const port = Number(options.port) || (options.protocol === "https:" ? 443 : 80);
      const refusal = isIP(host) === 0 ? undefined : guard.refusal({ host, address: host, port });
      if (refusal !== undefined) {
        callback(new BlockedAddress(refusal), null);
        return;
      }
      const connector = buildConnector({
        timeout: CONNECT_TIMEOUT_MS,
        allowH2: false,
        lookup: guardedLookup(guard, resolve, port),
      });
      connector(options, (error, socket) => {
        if (error !== null) {
          callback(error, null);
          return;
        }
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

function guardedLookup(guard: AddressGuard, resolve: Resolve, port: number) {
  return (
    host: string,
    options: { readonly all?: boolean | undefined },
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ) => {
    resolve(host, (error, addresses) => {
      const [first] = addresses;
      if (error !== null || first === undefined) {
        done(error ?? noAddress(host), []);
        return;
      }
      for (const { address } of addresses) {
        const refusal = guard.refusal({ host, address, port });
        if (refusal !== undefined) {
          done(new BlockedAddress(refusal), []);
          return;
        }
      }
      if (options.all === true) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };
}

function noAddress(host: string): Error {
  return Object.assign(new Error(`${host} has no address.`), { code: "ENOTFOUND" });
}

/**
 * Look-ups of one name that run at once are one look-up: the system has few threads for them, and a
 * name server that hangs must not take them all.
 */
export function shared(resolve: Resolve): Resolve {
  const waiting = new Map<string, Parameters<Resolve>[1][]>();
  return (host, done) => {
    const others = waiting.get(host);
    if (others !== undefined) {
      others.push(done);
      return;
    }
    const all = [done];
    waiting.set(host, all);
    resolve(host, (error, addresses) => {
      waiting.delete(host);
      for (const each of all) each(error, addresses);
    });
  };
}

const resolveBySystem: Resolve = (host, done) => {
  systemLookup(host, { all: true }, (error, addresses) => done(error, addresses ?? []));
};
