/**
 * Look-ups of names. The system makes few at a time and none can be broken off, so a name server that
 * hangs must hold up the names that it serves and no others.
 */
import { lookup as systemLookup, type LookupAddress } from "node:dns";
import type { Clock } from "../platform/clock.ts";

/** Resolves a name to all its addresses; injected by tests. */
export type Resolve = (
  host: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export const LOOKUP_TIMEOUT_MS = 3_000;
/**
 * libuv gives look-ups half of its threads: 8 of the 16 that `bin/intray-server.js` asks for, less
 * one for the lane of names that hung.
 */
export const MAX_AT_ONCE = 7;
const MAX_REMEMBERED = 1_000;

type Done = Parameters<Resolve>[1];
interface LookUp {
  readonly host: string;
  readonly waiting: Set<Done>;
}

/**
 * Bounds `resolve`: who asks waits for 3 s at most, and is then told `dns_error`. Of one name there
 * is one look-up at a time, shared by all who ask. A name whose look-up took longer goes to a lane of
 * one until it answers in time again.
 */
export function createLookUps(clock: Clock, resolve: Resolve = resolveBySystem): Resolve {
  const open = new Map<string, LookUp>();
  const hung = new Set<string>();
  const lanes = {
    swift: { queue: new Set<LookUp>(), running: 0, most: MAX_AT_ONCE },
    hung: { queue: new Set<LookUp>(), running: 0, most: 1 },
  };
  type Lane = (typeof lanes)["swift"];

  function begin(lane: Lane, lookUp: LookUp): void {
    const { host, waiting } = lookUp;
    lane.queue.delete(lookUp);
    lane.running += 1;
    let isLate = false;
    const forget = clock.after(LOOKUP_TIMEOUT_MS, () => {
      isLate = true;
      remember(host);
    });
    resolve(host, (error, addresses) => {
      forget();
      lane.running -= 1;
      open.delete(host);
      if (!isLate) hung.delete(host);
      for (const done of waiting) done(error, addresses);
      beginNext(lane);
    });
  }

  /** One that nobody waits for any more is made all the same: it tells whether the name is well again. */
  function beginNext(lane: Lane): void {
    for (const lookUp of lane.queue) {
      if (lane.running >= lane.most) return;
      begin(lane, lookUp);
    }
  }

  function remember(host: string): void {
    const [oldest] = hung;
    if (oldest !== undefined && hung.size >= MAX_REMEMBERED) hung.delete(oldest);
    hung.add(host);
  }

  return (host, done) => {
    const lookUp = open.get(host) ?? { host, waiting: new Set() };
    const forget = clock.after(LOOKUP_TIMEOUT_MS, () => {
      lookUp.waiting.delete(answer);
      done(tookTooLong(host), []);
    });
    const answer: Done = (error, addresses) => {
      forget();
      done(error, addresses);
    };
    lookUp.waiting.add(answer);
    if (open.has(host)) return;
    open.set(host, lookUp);
    const lane = hung.has(host) ? lanes.hung : lanes.swift;
    lane.queue.add(lookUp);
    beginNext(lane);
  };
}

/** With a code of its own, which `deliver` reads as `dns_error`. */
function tookTooLong(host: string): Error {
  const seconds = LOOKUP_TIMEOUT_MS / 1_000;
  return Object.assign(
    new Error(`No name server told the address of ${host} within ${seconds} s.`),
    {
      code: "INTRAY_LOOKUP_TIMEOUT",
    },
  );
}

const resolveBySystem: Resolve = (host, done) => {
  systemLookup(host, { all: true }, (error, addresses) => done(error, addresses ?? []));
};
