/** Starts servers of tests that need no more than one: `api-server.ts` has more to ask them with. */
import { readConfig } from "../src/config/config.ts";
import type { ServerOptions } from "../src/bootstrap/foundation.ts";
import { startServer } from "../src/bootstrap/server.ts";
import { systemClock } from "../src/platform/clock.ts";
import { silentLog } from "../src/platform/log.ts";
import { systemRandom } from "../src/platform/random.ts";

/**
 * Starts a server on a free port, with the system's clock and without a log unless `options` say otherwise.
 * Throws what would end the process.
 */
export const startTestServer = (...given: Parameters<typeof testServerOptions>) =>
  startServer(testServerOptions(...given));

export const testServerOptions = (
  settings: Readonly<Record<string, string>>,
  options: Partial<Omit<ServerOptions, "config">> = {},
): ServerOptions => ({
  config: readConfig({ INTRAY_PORT: "0", ...settings }).config,
  clock: systemClock,
  random: systemRandom,
  log: silentLog,
  onDeath: (error) => {
    throw error;
  },
  ...options,
});
