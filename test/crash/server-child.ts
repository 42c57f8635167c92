// A server that ends itself by SIGKILL at a point it is told, and tells its parent what it has claimed.
import { systemClock } from "../../packages/server/dist/platform/clock.js";
import { readConfig } from "../../packages/server/dist/config/config.js";
import { systemRandom } from "../../packages/server/dist/platform/random.js";
import { createLog } from "../../packages/server/dist/platform/log.js";
import { startServer } from "../../packages/server/dist/bootstrap/server.js";
import type { ClaimedContents } from "../../packages/server/dist/store/deliveries/delivery-contents.js";
import { openStore } from "../../packages/server/dist/store/open-store.js";
import type { Store } from "../../packages/server/dist/store/store.js";
import type { ChildPoint, FromChild } from "./delivery-points.ts";

const [point = "none", nth = "1"] = process.argv.slice(2) as [ChildPoint?, string?];
let passed = 0;
/** Deliveries go on at once at a start, and the parent has to know the address first. */
let isKnown = false;

/** The nth time that the point is passed, nothing of this process happens any more. */
function pass(here: ChildPoint): void {
  if (here !== point || !isKnown) return;
  passed += 1;
  if (passed === Number(nth)) process.kill(process.pid, "SIGKILL");
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
      // Awaiting widens a generic result.
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
const ready: FromChild = { kind: "ready", url: server.url };
process.send?.(ready, () => {
  isKnown = true;
});
process.once("disconnect", () => process.exit(0));
