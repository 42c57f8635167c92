/** The open event streams: limits their number, wakes them after a commit, and ends them at shutdown. */
import type { Clock } from "../../platform/clock.ts";
import { AppError } from "../../domain/errors.ts";

const MAX_STREAMS = 200;
const MAX_STREAMS_PER_KEY = 20;
/** At shutdown, how long a stream may take to send its last lines. */
const GRACE_MS = 1_000;
const RETRY_AFTER = { headers: { "Retry-After": "15" } };

export type EventStreams = ReturnType<typeof createEventStreams>;

export interface OpenStream {
  /** The stream must end: the server stops, or the client has disconnected. */
  readonly isEnding: boolean;
  /** Resolves after a notification since the last call, after `ms`, or when the stream must end. */
  wait(ms: number): Promise<void>;
  /** Resolves after `ms`, or when the stream must end. */
  pause(ms: number): Promise<void>;
  end(): void;
  /** Call when the client is connected but reads nothing: closes its connection. */
  disconnect(): void;
  /** Call when the stream has ended: another one may take its slot. */
  release(): void;
}

export function createEventStreams(clock: Clock) {
  const streams = new Map<NotifiableStream, PromiseWithResolvers<void>>();
  let isClosed = false;
  return {
    /** Call after a commit: wakes every waiting stream. */
    notify() {
      for (const stream of streams.keys()) stream.notify();
    },
    /**
     * Adds a stream.
     *
     * @param disconnect Closes the stream's connection.
     * @throws AppError `rate_limited`, `overloaded`, or `draining` after {@link EventStreams.close}.
     */
    open(keyId: number, disconnect: () => void) {
      if (isClosed)
        throw new AppError(
          "draining",
          "The server is stopping. Connect again in a moment.",
          RETRY_AFTER,
        );
      if (streams.size >= MAX_STREAMS) {
        throw new AppError(
          "overloaded",
          `This server has ${MAX_STREAMS} open event streams, which is its limit. Try again in a moment.`,
          RETRY_AFTER,
        );
      }
      const ofKey = [...streams.keys()].filter((stream) => stream.keyId === keyId).length;
      if (ofKey >= MAX_STREAMS_PER_KEY) {
        throw new AppError(
          "rate_limited",
          `This key has ${MAX_STREAMS_PER_KEY} open event streams, which is the limit of a key. Close one, or use another key.`,
          RETRY_AFTER,
        );
      }
      const ended = Promise.withResolvers<void>();
      const stream = createStream(keyId, clock, disconnect, () => {
        streams.delete(stream);
        ended.resolve();
      });
      streams.set(stream, ended);
      return stream;
    },
    /** Ends every stream, disconnects those whose clients read nothing, and resolves when all have ended. */
    async close() {
      isClosed = true;
      const all = [...streams];
      for (const [stream] of all) stream.end();
      const cancel = clock.after(GRACE_MS, () => all.forEach(([stream]) => stream.disconnect()));
      await Promise.all(all.map(([, { promise }]) => promise));
      cancel();
    },
  };
}

type NotifiableStream = OpenStream & { readonly keyId: number; notify(): void };

function createStream(
  keyId: number,
  clock: Clock,
  disconnect: () => void,
  onRelease: () => void,
): NotifiableStream {
  let isNotified = false;
  let isEnding = false;
  let wake = () => {};

  async function sleep(ms: number, isOver: () => boolean): Promise<void> {
    if (isOver() || ms <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(ms, resolve);
    wake = () => {
      if (isOver()) resolve();
    };
    await promise;
    cancel();
    wake = () => {};
  }

  return {
    keyId,
    get isEnding() {
      return isEnding;
    },
    async wait(ms) {
      await sleep(ms, () => isNotified || isEnding);
      isNotified = false;
    },
    pause: (ms) => sleep(ms, () => isEnding),
    notify() {
      isNotified = true;
      wake();
    },
    end() {
      isEnding = true;
      wake();
    },
    disconnect() {
      isEnding = true;
      wake();
      disconnect();
    },
    release: onRelease,
  };
}
