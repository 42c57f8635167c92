// A server that kills itself with SIGKILL when it reaches a point that the parent process names, and reports its
// claims to it.
import { systemClock } from "../../packages/server/dist/platform/clock.js";
import { readConfig } from "../../packages/server/dist/config/config.js";
import { systemRandom } from "../../packages/server/dist/platform/random.js";
import { createLog } from "../../packages/server/dist/platform/log.js";
import { startServer } from "../../packages/server/dist/bootstrap/server.js";
import type { ClaimedContents } from "../../packages/server/dist/store/deliveries/delivery-contents.js";
import { openStore } from "../../packages/server/dist/store/open-store.js";
import type { Store } from "../../packages/server/dist/store/store.js";
import type { ChildPoint, FromChild, ToServer } from "./delivery-points.ts";

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

const tell = (message: FromChild) => process.send?.(message);

function watched(store: Store): Store {
  return {
    ...store,
    async accept(submission) {
      const accepted = await store.accept(submission);
      pass("after the intake commit");
      return accepted;
    },
    async write(name, args) {
      if (name === "recordOutcomes") pass("before the outcome commits");
      const result = await store.write(name, args);
      if (name === "claimDeliveries") {
        const { contents } = result as unknown as ClaimedContents;
        if (contents.length > 0) {
          tell({ kind: "claimed", ids: contents.map(({ id }) => id) });
          pass("after the claim");
        }
      }
      // `await` widens the type of a generic result.
      return result as never;
    },
  };
}

const { config } = readConfig(process.env);
const server = await startServer({
  config,
  clock: systemClock,
  random: systemRandom,
  log: createLog("error"),
  followsDatabase: true,
  openStore: async (options) => watched(await openStore(options)),
  onDeath: (error) => {
    throw error;
  },
});
tell({ kind: "ready", url: server.url });
process.once("disconnect", () => process.exit(0));
