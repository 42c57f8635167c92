/** The reader thread: started by the first read, and ended after some minutes without any, to save memory. */
import type { Clock } from "../../platform/clock.ts";
import { later } from "../../platform/later.ts";
import { explain } from "./errors.ts";
import { stopping, type ThreadPort } from "./thread-port.ts";

/** It ends after once or twice this time without reads. */
const QUIET_MS = 120_000;

/** @param open Starts the thread. */
export function openReader(open: () => Promise<ThreadPort>, clock: Pick<Clock, "after">) {
  let isClosed = false;
  let isReady = false;
  let hasRead = false;
  let cancel = () => {};
  const thread = later(async () => {
    try {
      const port = await open();
      cancel = clock.after(QUIET_MS, endIfQuiet);
      isReady = true;
      return port;
    } catch (error) {
      throw explain(error);
    }
  });
  const endIfQuiet = () => {
    if (!hasRead) return void end();
    hasRead = false;
    cancel = clock.after(QUIET_MS, endIfQuiet);
  };
  const end = async () => {
    const running = thread.loaded();
    thread.forget();
    isReady = false;
    const port = await running?.catch(() => undefined);
    cancel();
    await port?.close();
  };
  return {
    isReady: () => isReady,
    /**
     * @param isWanted Whether somebody waits for it: background work does not keep the thread running.
     * @throws Outage if the thread cannot be started, as without file handles. The next call tries again.
     */
    async call(name: string, args: unknown, isWanted = true) {
      if (isClosed) throw stopping();
      hasRead ||= isWanted;
      return (await thread.load()).call(name, args);
    },
    tidyUp() {
      if (isReady) void thread.load().then((port) => port.tidyUp());
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}
