/** A storage in a folder, with all the room there is. */
import { openDisk } from "../src/attachments/disk.ts";
import type { Storage } from "../src/attachments/storage.ts";
import { type Clock, systemClock } from "../src/platform/clock.ts";

export function openTestDisk(folder: string, clock: Clock = systemClock): Promise<Storage> {
  return openDisk({ folder, clock, hasRoom: () => Promise.resolve(true) });
}
