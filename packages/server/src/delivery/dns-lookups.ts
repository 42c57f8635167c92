/**
 * Limits DNS lookups. The operating system runs only a few at a time and none can be canceled, so a
 * name server that hangs may delay only the names that it serves.
 */
import { lookup as systemLookup, type LookupAddress } from "node:dns";
import type { Clock } from "../platform/clock.ts";
import { BlockedAddress } from "./address-guard.ts";

/** Resolves a name to all its addresses; injected by tests. */
export type Resolve = (
  host: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export const LOOKUP_TIMEOUT_MS = 3_000;
/**
 * libuv gives DNS lookups half of its threads: 8 of the 16 that `bin/intray-server.js` sets, minus one
 * for the lane of slow names.
 */
export const MAX_CONCURRENT_LOOKUPS = 7;
const MAX_SLOW_NAMES = 1_000;

type Done = Parameters<Resolve>[1];
type Lookup = { readonly host: string; readonly waiting: Set<Done> };

/**
 * Wraps `resolve`: a caller waits at most 3 s and then gets an error that counts as `dns_error`.
 * Concurrent callers with the same name share one lookup. A name whose lookup exceeds the timeout moves
 * to a slow lane with one lookup at a time, until it resolves within the timeout again.
 */
export function createDnsLookups(clock: Clock, resolve: Resolve = resolveBySystem): Resolve {
  const open = new Map<string, Lookup>();
  const slowNames = new Set<string>();
  const lanes = {
    fast: { queue: new Set<Lookup>(), running: 0, maxRunning: MAX_CONCURRENT_LOOKUPS },
    slow: { queue: new Set<Lookup>(), running: 0, maxRunning: 1 },
  };
  type Lane = (typeof lanes)["fast"];

  function start(lane: Lane, lookup: Lookup): void {
    const { host, waiting } = lookup;
    lane.queue.delete(lookup);
    lane.running += 1;
    let isLate = false;
    const cancelTimeout = clock.after(LOOKUP_TIMEOUT_MS, () => {
      isLate = true;
      markSlow(host);
    });
    resolve(host, (error, addresses) => {
      cancelTimeout();
      lane.running -= 1;
      open.delete(host);
      if (!isLate) slowNames.delete(host);
      for (const done of waiting) done(error, addresses);
      startNext(lane);
    });
  }

  /** A lookup whose callers all gave up still runs: it shows whether the name is still slow. */
  function startNext(lane: Lane): void {
    for (const lookup of lane.queue) {
      if (lane.running >= lane.maxRunning) return;
      start(lane, lookup);
    }
  }

  function markSlow(host: string): void {
    const [oldest] = slowNames;
    if (oldest !== undefined && slowNames.size >= MAX_SLOW_NAMES) slowNames.delete(oldest);
    slowNames.add(host);
  }

  return (host, done) => {
    const lookup = open.get(host) ?? { host, waiting: new Set() };
    const cancelTimeout = clock.after(LOOKUP_TIMEOUT_MS, () => {
      lookup.waiting.delete(resolved);
      done(timeoutError(host), []);
    });
    const resolved: Done = (error, addresses) => {
      cancelTimeout();
      done(error, addresses);
    };
    lookup.waiting.add(resolved);
    if (open.has(host)) return;
    open.set(host, lookup);
    const lane = slowNames.has(host) ? lanes.slow : lanes.fast;
    lane.queue.add(lookup);
    startNext(lane);
  };
}

/** `deliver` maps this code to `dns_error`. */
function timeoutError(host: string): Error {
  const seconds = LOOKUP_TIMEOUT_MS / 1_000;
  return Object.assign(new Error(`The DNS lookup of ${host} took longer than ${seconds} s.`), {
    code: "INTRAY_LOOKUP_TIMEOUT",
  });
}

const resolveBySystem: Resolve = (host, done) => {
  systemLookup(host, { all: true }, (error, addresses) => done(error, addresses ?? []));
};

/**
 * Returns the `lookup` function of a socket, which checks the addresses of a name before one is dialed.
 *
 * @param blockReason Why an address must not be dialed. One blocked address blocks the whole name.
 */
export const socketLookup =
  (resolve: Resolve, blockReason: (host: string, address: string) => string | undefined) =>
  (
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
        const reason = blockReason(host, address);
        if (reason !== undefined) {
          done(new BlockedAddress(reason), []);
          return;
        }
      }
      if (options.all === true) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };

const noAddress = (host: string): Error =>
  Object.assign(new Error(`DNS has no address for ${host}.`), { code: "ENOTFOUND" });
