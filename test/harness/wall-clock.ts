// A wall clock that a test sets ahead or back for a real process while it runs, all its threads included.
// Monotonic time and timers are not affected, as when a person or NTP sets a machine's clock.
//
//   const wallClock = openWallClock(folder);
//   spawn(process.execPath, [...wallClock.execArgv, BIN], { env: { ...env, ...wallClock.env } });
//   wallClock.set(-600_000); // ten minutes behind the machine's clock
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @param folder Where the file with the difference is kept. */
export function openWallClock(folder: string) {
  const file = join(folder, "wall-clock");
  const set = (aheadMs: number) => {
    // Renamed, so that the process never reads a half-written file.
    writeFileSync(`${file}.new`, `${aheadMs}`);
    renameSync(`${file}.new`, file);
  };
  set(0);
  return {
    /** Arguments for Node, before the script. */
    execArgv: ["--import", new URL("wall-clock-preload.ts", import.meta.url).href],
    /** Variables for the environment of the process. */
    env: { TEST_WALL_CLOCK_FILE: file },
    /**
     * Sets the process's clock `ms` ahead of the machine's, or behind if negative; 0 corrects it. Takes effect
     * within a few milliseconds, and also for processes that start later.
     */
    set,
  };
}
