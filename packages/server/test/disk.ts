/** A disk storage whose free-space check always passes. */
import { openDisk } from "../src/attachments/disk.ts";
import type { Storage } from "../src/attachments/storage.ts";
import { type Clock, systemClock } from "../src/platform/clock.ts";

export function openTestDisk(folder: string, clock: Clock = systemClock): Promise<Storage> {
  return openDisk({ folder, clock, hasFreeSpace: () => Promise.resolve(true) });
}
