/** The installation marker of a folder: a small file in it. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../domain/outage.ts";
import { type MarkedStorage, MARKER } from "./installation-marker.ts";

export function folderMarker(folder: string): MarkedStorage {
  const marker = join(folder, MARKER);
  const read = async () => (await readFile(marker, "utf8")).trim();
  return {
    name: `The folder ${folder}`,
    advice:
      "set INTRAY_ATTACHMENTS_DIR to the right folder, which all of them share, or use a bucket",
    read: () =>
      read().catch((error: unknown) => {
        if (codeOf(error) === "ENOENT") return undefined;
        throw error;
      }),
    async mark(fresh) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await writeFile(marker, `${fresh}\n`, { flag: "wx", mode: 0o600, flush: true });
        return { mark: fresh, isNew: true };
      } catch (error) {
        if (codeOf(error) !== "EEXIST") throw error;
        return { mark: await read(), isNew: false };
      }
    },
    unmark: () => rm(marker),
  };
}
