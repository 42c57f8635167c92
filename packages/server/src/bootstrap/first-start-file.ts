/** `first-start.txt`: instructions for the owner with an account key, which must not stay on the disk. */
import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";

/** As long as the sign-in link in it works. */
const MAX_AGE_MS = 7 * 86_400_000;

export interface FirstStartFile {
  readonly write: (text: string) => Promise<void>;
  /** Deletes the file if there is one. An error is logged, since a sign-in must not fail for it. */
  readonly remove: () => Promise<void>;
  /** Deletes the file if it is a week old, or if somebody has signed in on any process. */
  readonly tidy: () => Promise<void>;
}

export function firstStartFile({
  dataDir,
  clock,
  log,
  hasSession,
}: {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether there is a session of the dashboard. */
  readonly hasSession: () => Promise<boolean>;
}): FirstStartFile {
  const path = join(dataDir, "first-start.txt");
  const remove = () =>
    rm(path, { force: true }).catch((error: unknown) => {
      log.warn({ err: error, path }, "Could not delete first-start.txt. Delete it: it has a key.");
    });
  return {
    write: (text) => writeFile(path, text, { mode: 0o600 }),
    remove,
    async tidy() {
      const writtenAt = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      );
      if (writtenAt === undefined) return;
      if (clock.now() - writtenAt >= MAX_AGE_MS || (await hasSession())) await remove();
    },
  };
}
