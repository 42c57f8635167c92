// A server that kills itself with SIGKILL when it reaches a point that the parent process names, and reports its
// claims to it. CRASH_CLOCK_AHEAD_MS sets its clock ahead.
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { systemClock, toWallMs } from "../../packages/server/dist/platform/clock.js";
import { readConfig } from "../../packages/server/dist/config/config.js";
import { systemRandom } from "../../packages/server/dist/platform/random.js";
import { createLog } from "../../packages/server/dist/platform/log.js";
import { startServer } from "../../packages/server/dist/bootstrap/server.js";
import { openStore } from "../../packages/server/dist/store/open-store.js";
import type { Store } from "../../packages/server/dist/store/store.js";
import type { ChildPoint, FromChild, ToServer } from "./server-process.ts";

let plan: ToServer | undefined;
let passed = 0;
process.on("message", (message: ToServer) => {
  plan = message;
  passed = 0;
});

/** Kills this process the nth time that the point is reached. */
function pass(here: ChildPoint): void {
  if (here !== plan?.point) return;
  passed += 1;
  if (passed === plan.nth) process.kill(process.pid, "SIGKILL");
}

const { rename } = promises;
promises.rename = async (from, to) => {
  pass("before the rename");
  await rename(from, to);
  pass("after the rename");
};
syncBuiltinESMExports();

const tell = (message: FromChild) => process.send?.(message);

const watched = (store: Store): Store => ({
  ...store,
  async accept(submission) {
    pass("before the intake commit");
    const accepted = await store.accept(submission);
    pass("after the intake commit");
    return accepted;
  },
  writes: {
    ...store.writes,
    recordOutcomes(args) {
      pass("before the outcome commits");
      return store.writes.recordOutcomes(args);
    },
    async claimDeliveries(args) {
      const claimed = await store.writes.claimDeliveries(args);
      if (claimed.contents.length > 0) {
        tell({ kind: "claimed", ids: claimed.contents.map(({ id }) => id) });
        pass("after the claim");
      }
      return claimed;
    },
  },
});

const { config } = readConfig(process.env);
const aheadMs = Number(process.env["CRASH_CLOCK_AHEAD_MS"] ?? 0);
const server = await startServer({
  config,
  clock: { ...systemClock, now: () => toWallMs(systemClock.now() + aheadMs) },
  random: systemRandom,
  log: createLog("error"),
  followsDatabase: aheadMs === 0,
  openStore: async (options) => watched(await openStore(options)),
  onDeath: (error) => {
    throw error;
  },
});
tell({ kind: "ready", url: server.url });
process.once("disconnect", () => process.exit(0));
