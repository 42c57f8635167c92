/**
 * The request bodies of all posts and API requests: limits their bytes in memory, their number per address, and
 * the time that the server waits for them.
 */
import { AppError } from "../domain/errors.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { networkOf } from "../platform/rate-limit.ts";

export interface BodyLimits {
  /** Bytes of all bodies in memory. */
  readonly maxMemoryBytes: number;
  /** Bodies of one address (IPv6: one /64) that have not arrived completely. */
  readonly maxOpenPerAddress: number;
  /** Seconds that the server waits for a body without files. */
  readonly maxSeconds: number;
  /** Bytes per second, on average over the time that the server waits for the sender. */
  readonly minBytesPerSecond: number;
}

export const DEFAULT_BODY_LIMITS: BodyLimits = {
  maxMemoryBytes: 32 * 1_024 * 1_024,
  maxOpenPerAddress: 1_000,
  maxSeconds: 60,
  minBytesPerSecond: 256,
};

/** A packet that is lost on a bad connection is sent again for up to half a minute. */
const GRACE_S = 20;
const SWEEP_MS = 1_000;

/** The body of one request, from its head until the response. */
export interface OpenBody {
  /** Counts bytes that have arrived. */
  arrived(bytes: number): void;
  /** Counts bytes that stay in memory until {@link close}. May reject this body, or another one. */
  keep(bytes: number): void;
  /** Whether the server waits for the sender, and not the sender for the server. Initially true. */
  isWaiting: boolean;
  /** Called for a body with files: it may take longer than `maxSeconds`. */
  expectFiles(): void;
  /** Calls `onReject` at once if the body has been rejected already; otherwise when it is. */
  whenRejected(onReject: (error: AppError) => void): void;
  /** The body has arrived: from now on only its memory counts. */
  complete(): void;
  /** Releases everything. Call exactly once, when the request has been handled. */
  close(): void;
}

export interface OpenBodies {
  /** @throws AppError `overloaded` if the address has too many open bodies. */
  open(address: string | null): OpenBody;
  /** Bytes in memory, and bodies that have not arrived completely. */
  readonly stats: () => { readonly bytes: number; readonly arriving: number };
}

/** What one address, or one IPv6 network, has open. */
type Network = { readonly name: string; arriving: number; keptBytes: number };

/** One timer for all bodies runs each second, and only while a body is arriving. */
export function createOpenBodies(limits: BodyLimits, clock: Clock, log: Log): OpenBodies {
  const networks = new Map<string, Network>();
  const arriving = new Set<Body>();
  let keptBytes = 0;
  let isSweeping = false;
  let rejectedSlow = 0;
  let rejectedForMemory = 0;

  class Body implements OpenBody {
    isWaiting = true;
    keptBytes = 0;
    receivedBytes = 0;
    waitedS = 0;
    hasFiles = false;
    #rejection: AppError | undefined;
    #onReject: ((error: AppError) => void) | undefined;
    readonly network: Network;

    constructor(network: Network) {
      this.network = network;
    }

    arrived(bytes: number): void {
      this.receivedBytes += bytes;
    }

    keep(bytes: number): void {
      if (this.#rejection !== undefined) return;
      this.#count(bytes);
      if (keptBytes > limits.maxMemoryBytes) freeMemory(this);
    }

    expectFiles(): void {
      this.hasFiles = true;
    }

    whenRejected(onReject: (error: AppError) => void): void {
      this.#onReject = onReject;
      if (this.#rejection !== undefined) onReject(this.#rejection);
    }

    reject(error: AppError): void {
      this.#rejection = error;
      this.#count(-this.keptBytes);
      this.complete();
      this.#onReject?.(error);
    }

    complete(): void {
      if (!arriving.delete(this)) return;
      this.network.arriving -= 1;
    }

    close(): void {
      this.complete();
      this.#count(-this.keptBytes);
      if (this.network.arriving === 0 && this.network.keptBytes === 0) {
        networks.delete(this.network.name);
      }
    }

    #count(bytes: number): void {
      keptBytes += bytes;
      this.keptBytes += bytes;
      this.network.keptBytes += bytes;
    }
  }

  /** Rejects the largest arriving body of the address that keeps most, or `newest` if no other one is arriving. */
  function freeMemory(newest: Body): void {
    let largest = newest;
    for (const body of arriving) {
      const more =
        body.network.keptBytes - largest.network.keptBytes || body.keptBytes - largest.keptBytes;
      if (more > 0) largest = body;
    }
    rejectedForMemory += 1;
    largest.reject(noMemory());
  }

  function sweep(): void {
    for (const body of arriving) {
      if (!body.isWaiting) continue;
      body.waitedS += 1;
      const isLate = !body.hasFiles && body.waitedS >= limits.maxSeconds;
      if (isLate || isTooSlow(body)) {
        rejectedSlow += 1;
        body.reject(isLate ? tooLate(limits) : tooSlow(limits));
      }
    }
    reportRejected();
    isSweeping = arriving.size > 0;
    if (isSweeping) clock.after(SWEEP_MS, sweep);
  }

  const isTooSlow = ({ waitedS, receivedBytes }: Body) =>
    waitedS >= GRACE_S && receivedBytes < waitedS * limits.minBytesPerSecond;

  /** One line a second, however many were rejected. */
  function reportRejected(): void {
    if (rejectedSlow + rejectedForMemory === 0) return;
    log.warn(
      {
        too_slow: rejectedSlow,
        for_memory: rejectedForMemory,
        arriving: arriving.size,
        bytes: keptBytes,
      },
      "Rejected requests whose bodies arrived too slowly or did not fit into INTRAY_BODY_MEMORY.",
    );
    rejectedSlow = 0;
    rejectedForMemory = 0;
  }

  return {
    open(address) {
      const name = networkOf(address);
      const known = networks.get(name);
      const network = known ?? { name, arriving: 0, keptBytes: 0 };
      if (network.arriving >= limits.maxOpenPerAddress) throw tooManyOpen(limits);
      if (known === undefined) networks.set(name, network);
      const body = new Body(network);
      network.arriving += 1;
      arriving.add(body);
      if (!isSweeping) {
        isSweeping = true;
        clock.after(SWEEP_MS, sweep);
      }
      return body;
    },
    stats: () => ({ bytes: keptBytes, arriving: arriving.size }),
  };
}

/** The connection is closed, because the rest of the body is not read. */
const RETRY = { headers: { "Retry-After": "5", Connection: "close" } };

const noMemory = () =>
  new AppError(
    "overloaded",
    "The server is receiving more data at the moment than it can hold in memory (INTRAY_BODY_MEMORY); nothing was stored. Send this again in a moment.",
    RETRY,
  );

const tooManyOpen = ({ maxOpenPerAddress }: BodyLimits) =>
  new AppError(
    "overloaded",
    `Your address has ${maxOpenPerAddress} unfinished requests open, which is its limit (INTRAY_MAX_OPEN_POSTS); nothing was stored. Send this again in a moment.`,
    RETRY,
  );

const tooLate = ({ maxSeconds }: BodyLimits) =>
  new AppError(
    "timeout",
    `The request did not arrive completely within ${maxSeconds} seconds (INTRAY_BODY_SECONDS); nothing was stored. Send it again, over a faster connection or with less data.`,
    RETRY,
  );

const tooSlow = ({ minBytesPerSecond }: BodyLimits) =>
  new AppError(
    "timeout",
    `The request arrived more slowly than ${minBytesPerSecond} bytes per second (INTRAY_MIN_BODY_RATE); nothing was stored. Send it again over a faster connection.`,
    RETRY,
  );
