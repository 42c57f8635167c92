// A server that kills itself with SIGKILL at a given point of an upload, or whose clock is ahead.
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { systemClock, toWallMs } from "../../packages/server/dist/platform/clock.js";
import { readConfig } from "../../packages/server/dist/config/config.js";
import { systemRandom } from "../../packages/server/dist/platform/random.js";
import { createLog } from "../../packages/server/dist/platform/log.js";
import { startServer } from "../../packages/server/dist/bootstrap/server.js";
import { openStore } from "../../packages/server/dist/store/open-store.js";

export type UploadPoint =
  "none" | "before the rename" | "after the rename" | "before the commit" | "after the commit";

const [point = "none", nth = "1", aheadMs = "0"] = process.argv.slice(2) as [
  UploadPoint?,
  string?,
  string?,
];
let passed = 0;

/** Kills this process the nth time that the point is reached. */
function pass(here: UploadPoint): void {
  if (here !== point) return;
  passed += 1;
  if (passed === Number(nth)) process.kill(process.pid, "SIGKILL");
}

const { rename } = promises;
promises.rename = async (from, to) => {
  pass("before the rename");
  await rename(from, to);
  pass("after the rename");
};
syncBuiltinESMExports();

const { config } = readConfig(process.env);
const server = await startServer({
  config,
  clock: { ...systemClock, now: () => toWallMs(systemClock.now() + Number(aheadMs)) },
  random: systemRandom,
  log: createLog("error"),
  openStore: async (options) => {
    const store = await openStore(options);
    return {
      ...store,
      async accept(submission) {
        pass("before the commit");
        const accepted = await store.accept(submission);
        pass("after the commit");
        return accepted;
      },
    };
  },
  onDeath: (error) => {
    throw error;
  },
});
process.send?.({ url: server.url });
process.once("disconnect", () => process.exit(0));
