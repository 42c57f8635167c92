/** Opens the file for IP geolocation, if there is one. */
import type { Config } from "../config/config.ts";
import type { Locations } from "../geoip/locations.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";

/** Loads the reader only if it is used. `undefined` if the settings name no file. */
export async function openLocationsOf(
  { geoipFile: path }: Pick<Config, "geoipFile">,
  clock: Clock,
  log: Log,
): Promise<Locations | undefined> {
  if (path === undefined) return undefined;
  const { openLocations } = await import("../geoip/locations.ts");
  return openLocations({ path, clock, log });
}
