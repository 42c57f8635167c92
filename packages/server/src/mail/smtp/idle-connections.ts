/** Connections to the relay that wait for the next message. */
import type { Clock } from "../../platform/clock.ts";
import type { RelayConnection } from "./connection.ts";

export interface IdleConnections {
  /** Returns the connection that was used last, `undefined` if there is none. */
  take(): RelayConnection | undefined;
  /** Keeps the connection for a while if it can be used again, and ends it otherwise. */
  put(connection: RelayConnection): void;
  /** Ends all of them. */
  close(): Promise<void>;
}

/** Shorter than relays wait, so that they rarely close a connection just when it is used. */
const MAX_IDLE_MS = 20_000;
/** Relays limit the messages of one connection; a new one costs little after this many. */
const MAX_MESSAGES = 100;
/** A relay that does not answer to QUIT does not hold up the end of this process. */
const QUIT_MS = 1_000;

export function createIdleConnections(clock: Clock): IdleConnections {
  const idle = new Map<RelayConnection, () => void>();

  async function end(connection: RelayConnection): Promise<void> {
    const cancel = clock.after(QUIT_MS, () => connection.destroy());
    await connection.quit();
    cancel();
  }

  return {
    take() {
      const usable = [...idle].findLast(([connection]) => connection.isOpen());
      for (const [connection, cancel] of idle) {
        if (connection.isOpen() && connection !== usable?.[0]) continue;
        cancel();
        idle.delete(connection);
      }
      return usable?.[0];
    },
    put(connection) {
      if (!connection.isOpen()) connection.destroy();
      else if (connection.messages() >= MAX_MESSAGES) void end(connection);
      else {
        const cancel = clock.after(MAX_IDLE_MS, () => {
          idle.delete(connection);
          void end(connection);
        });
        idle.set(connection, cancel);
      }
    },
    async close() {
      const all = [...idle];
      idle.clear();
      for (const [, cancel] of all) cancel();
      await Promise.all(all.map(([connection]) => end(connection)));
    },
  };
}
