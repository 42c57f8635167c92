/** Files of tests: a disk storage whose free-space check always passes, and what a folder holds. */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { openDisk } from "../src/attachments/disk.ts";
import { MARKER } from "../src/attachments/installation-marker.ts";
import type { Storage } from "../src/attachments/storage.ts";
import { type Clock, systemClock } from "../src/platform/clock.ts";

export const openTestDisk = (folder: string, clock: Clock = systemClock): Promise<Storage> =>
  openDisk({ folder, clock, hasFreeSpace: () => Promise.resolve(true) });

/** The paths of all files in a folder and in its folders, except the marker of the installation. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== MARKER)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
