/** Starts and stops a server. The parts are created in the order in which they can fail. */
import { formAddress, isFormAddress } from "../intake/form-address.ts";
import { releaseMemory } from "../platform/memory.ts";
import { areasOf } from "./areas.ts";
import { type ClosingSteps, openFoundation, type ServerOptions } from "./foundation.ts";
import { asStartError } from "./start-error.ts";
import { openBackground } from "./background.ts";
import { sendableKinds } from "./outbox-wiring.ts";
import { answerRequests } from "./public-app.ts";
import { stopServer } from "./stop.ts";

export interface RunningServer {
  /** Contains the actual port. */
  readonly url: string;
  /** Instructions for the owner, only after the first start. */
  readonly welcome: string | undefined;
  readonly reload: () => Promise<void>;
  /** Releases memory and disk. To be called while the server is idle. */
  readonly tidyUp: () => Promise<void>;
  /**
   * Stops gracefully: answers open requests and waits for deliveries in flight. `atOnce` aborts the deliveries,
   * and if the server is stopping already, closes all connections. `reason` is for the log.
   */
  readonly close: (how?: { readonly atOnce?: boolean; readonly reason?: string }) => Promise<void>;
}

/** @throws StartError. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const undo: ClosingSteps = [];
  try {
    return await start(options, undo);
  } catch (cause) {
    for (const step of undo.toReversed()) await step();
    throw asStartError(cause);
  }
}

async function start(options: ServerOptions, undo: ClosingSteps): Promise<RunningServer> {
  const { config, log } = options;
  const foundation = await openFoundation(options, sendableKinds(config), undo);
  const { machineClock, address, lock, listening, store, streams, files, locations } = foundation;
  const { http, url } = listening;
  const background = await openBackground(options, foundation, undo);
  const { outbox, housekeeper, scorer, rejectedPosts } = background;
  let isDraining = false;
  const areas = areasOf(options, foundation, background, () => isDraining);
  const posts = formAddress(areas.intake);
  const everythingElse = answerRequests(areas);
  listening.serve((incoming, outgoing) => {
    if (isFormAddress(incoming) && !areas.probe.isFilesHost(incoming)) posts(incoming, outgoing);
    else everythingElse(incoming, outgoing);
  });
  await outbox.start();
  await housekeeper.start();
  await scorer.start();
  const welcome = await background.finishFirstStart?.(address.publicUrl);
  const hurry = new AbortController();
  const connected = { http, streams, rejectedPosts, files, store, lock };
  const stopping = { ...connected, outbox, housekeeper, scorer, log, config };

  let closing: Promise<void> | undefined;
  return {
    url,
    welcome,
    async reload() {
      await locations?.reload();
    },
    async tidyUp() {
      store.tidyUp();
      await releaseMemory();
    },
    close({ atOnce = false, reason = "it was asked to" } = {}) {
      isDraining = true;
      locations?.close();
      if (atOnce) hurry.abort();
      if (atOnce) void outbox.stop({ atOnce });
      if (atOnce && closing !== undefined) http.closeAllConnections();
      closing ??= stopServer({ ...stopping, clock: machineClock, hurry: hurry.signal }, reason);
      return closing;
    },
  };
}
