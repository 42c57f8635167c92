/** Starts servers that share one database: several on PostgreSQL, one on SQLite. */
import { systemClock } from "../src/platform/clock.ts";
import { readConfig } from "../src/config/config.ts";
import { systemRandom } from "../src/platform/random.ts";
import { silentLog } from "../src/platform/log.ts";
import { type RunningServer, startServer } from "../src/bootstrap/server.ts";
import { ACCOUNT_KEY } from "./api-server.ts";
import { type FreshDatabase, settingsFor } from "./database.ts";

/** Starts a server whose account key is {@link ACCOUNT_KEY}. */
export function startPeer(fresh: FreshDatabase, clock = systemClock): Promise<RunningServer> {
  const { config } = readConfig({
    ...settingsFor(fresh),
    INTRAY_PORT: "0",
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: ACCOUNT_KEY,
  });
  return startServer({
    config,
    clock,
    random: systemRandom,
    log: silentLog,
    onDeath: (error) => {
      throw error;
    },
  });
}
